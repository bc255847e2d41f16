import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

import { AppError } from './app-error.ts';

interface SchemaFault {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params?: unknown;
  readonly message: string;
}

export const invalid = (faults: readonly SchemaFault[]): AppError =>
  new AppError('validation_failed', { fields: faultsByField(faults) });

function faultsByField(faults: readonly SchemaFault[]): Record<string, string[]> {
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

/** '2.500' may mean 2500, so numbers have at most two decimals. */
const NUMBER = /^-?\d{1,17}(\.\d{1,2})?$/;
const FLAGS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

interface Kind {
  readonly type?: string;
  readonly anyOf?: readonly Kind[];
}

/** A text that is not a valid value stays a text, so that the schema refuses it. */
export function readTexts(schema: TSchema, texts: unknown): unknown {
  const { properties = {} } = schema as { properties?: Record<string, Kind> };
  const given = Object.entries(texts as Record<string, unknown>);
  return Object.fromEntries(
    given.map(([name, value]) => {
      const kind = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const type = kind?.type ?? kind?.anyOf?.[0]?.type;
      if (type === 'boolean') return [name, FLAGS.get(value) ?? value];
      const isNumeric = type === 'number' || type === 'integer';
      const isRead = isNumeric && typeof value === 'string' && NUMBER.test(value);
      return [name, isRead ? Number(value) : value];
    }),
  );
}

/** JSON bodies are not converted, so a number in quotes is refused. */
const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = Compile(schema);
  return (value: unknown) => {
    const candidate = httpPart === 'querystring' ? readTexts(schema, value) : value;
    if (check.Check(candidate)) return { value: candidate };
    return { error: invalid(check.Errors(candidate)) };
  };
};

export function installValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(validatorCompiler);
}
