/** A JSON schema, as far as the API's own documentation uses it. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** A call as the OpenAPI document describes it. */
export interface Operation {
  /** E.g. `POST /api/v1/vouchers/{id}/cancel`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** What stands in the path, by name. */
  readonly params: Readonly<Record<string, Schema>>;
  readonly query: Schema;
  readonly body: { readonly type: 'json' | 'form'; readonly schema: Schema } | undefined;
  /** Schemas of its answers in JSON by status; `4XX` is any refusal. Undefined for another type or none. */
  readonly answers: Readonly<Record<string, Schema | undefined>>;
}

interface Description {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>;
}

/** Paths of the document, and under each what may be done there. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Description>>>>;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';

/** Every call of the document, in its order. */
export const readOperations = ({ paths }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, description]) =>
      readOperation(path, method.toUpperCase(), description),
    ),
  );

function readOperation(path: string, method: string, description: Description): Operation {
  const { parameters = [], requestBody, responses = {} } = description;
  const schemasIn = (place: string): Record<string, Schema> =>
    Object.fromEntries(
      parameters.filter((one) => one.in === place).map(({ name, schema }) => [name, schema]),
    );
  const json = requestBody?.content[JSON_TYPE];
  const form = requestBody?.content[FORM_TYPE];
  return {
    name: `${method} ${path}`,
    method,
    path,
    params: schemasIn('path'),
    query: {
      type: 'object',
      properties: schemasIn('query'),
      required: parameters
        .filter((one) => one.in === 'query' && one.required)
        .map((one) => one.name),
    },
    body:
      (json && { type: 'json', schema: json.schema }) ??
      (form && { type: 'form', schema: form.schema }),
    answers: Object.fromEntries(
      Object.entries(responses).map(([status, { content }]) => [
        status,
        content?.[JSON_TYPE]?.schema,
      ]),
    ),
  };
}
