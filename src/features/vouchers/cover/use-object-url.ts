import { useEffect, useMemo } from 'react';

/** An address for a file, for as long as it is shown. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const url = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  return url;
}
