import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';

/** A request that does not fit its schema: messages by field. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly statusCode = 422;
  readonly fields: Readonly<Record<string, readonly string[]>>;

  constructor(fields: Readonly<Record<string, readonly string[]>>) {
    super('validation failed');
    this.fields = fields;
  }
}

interface SchemaFault {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params?: unknown;
  readonly message: string;
}

/** Messages by field from a schema's faults. */
export function faultsByField(faults: readonly SchemaFault[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  const add = (field: string, message: string): void => {
    (fields[field] ??= []).push(message);
  };
  for (const fault of faults) {
    const path = fault.instancePath.split('/').filter(Boolean).join('.');
    const params = (fault.params ?? {}) as {
      requiredProperties?: string[];
      additionalProperties?: string[];
    };
    if (fault.keyword === 'required')
      for (const name of params.requiredProperties ?? []) add(name, 'is required');
    else if (fault.keyword === 'additionalProperties')
      for (const name of params.additionalProperties ?? [])
        add(name.slice(0, 64), 'is not a field of this request');
    else if (fault.keyword === 'boolean') continue;
    else add(path || 'body', fault.message);
  }
  return fields;
}

/**
 * Checks requests against TypeBox schemas. Bodies are taken as they are: a number in quotes is refused.
 * Query and path are text by nature, so they are converted first.
 */
const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = Compile(schema);
  return (value: unknown) => {
    const candidate = httpPart === 'body' ? value : Value.Convert(schema, value);
    if (check.Check(candidate)) return { value: candidate };
    return { error: new ValidationError(faultsByField(check.Errors(candidate))) };
  };
};

export function installValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(validatorCompiler);
}
