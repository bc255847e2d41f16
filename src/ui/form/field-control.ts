import { createContext, use } from 'react';

/** What a field hands to the control inside it, so that label, help and error are tied to it. */
export interface FieldControl {
  readonly id?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

export const FieldContext = createContext<FieldControl>({});

/** The attributes for the control of the surrounding Field; empty outside one. */
export const useFieldControl = (): FieldControl => use(FieldContext);
