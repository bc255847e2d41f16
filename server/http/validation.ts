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
  const fields = new Map<string, string[]>();
  const add = (field: string, message: string): void => {
    const messages = fields.get(field);
    if (messages) messages.push(message);
    else fields.set(field, [message]);
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
    else if (fault.keyword === 'pattern') add(path || 'body', 'is not in the right form');
    else add(path || 'body', fault.message);
  }
  return Object.fromEntries(fields);
}

/**
 * Checks requests against TypeBox schemas. Bodies are taken as they are: a number in quotes is refused.
 * A query is text by nature, so it is converted first. Names in a path stay texts; the library could not
 * convert them either, since it reads the name of a wildcard, `*`, as a pattern.
 */
const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = Compile(schema);
  return (value: unknown) => {
    const candidate = httpPart === 'querystring' ? Value.Convert(schema, value) : value;
    if (check.Check(candidate)) return { value: candidate };
    return { error: new ValidationError(faultsByField(check.Errors(candidate))) };
  };
};

export function installValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(validatorCompiler);
}
