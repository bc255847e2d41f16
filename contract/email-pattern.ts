/** An e-mail address, as the server judges it. */
export const EMAIL_PATTERN =
  '^[^\\s@\\u0000-\\u001f\\ud800-\\udfff]+@[^\\s@.\\u0000-\\u001f\\ud800-\\udfff]+(\\.[^\\s@.\\u0000-\\u001f\\ud800-\\udfff]+)+$';
