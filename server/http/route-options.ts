import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';

import type { Deps } from '../deps.ts';
import type { Access } from './access.ts';

export type Routes = (deps: Deps) => FastifyPluginAsyncTypebox;

export const routesOf =
  (add: (app: Parameters<FastifyPluginAsyncTypebox>[0], deps: Deps) => Promise<void>): Routes =>
  (deps) =>
  (app) =>
    add(app, deps);

interface Options<Schema> {
  readonly config: FastifyContextConfig;
  readonly schema: Schema;
}

/** Makes the options of routes that the API's description lists under one tag. */
export function taggedRoutes(tag: string, config: Omit<FastifyContextConfig, 'access'> = {}) {
  /** A route with one answer that is no error, which has the status 200. */
  function route<Answer extends TSchema, Schema extends FastifySchema = object>(
    access: Access,
    summary: string,
    answer: Answer,
    schema?: Schema,
  ): Options<Schema & { readonly response: { readonly 200: Answer } }>;
  function route<Schema extends FastifySchema>(access: Access, schema: Schema): Options<Schema>;
  function route(
    access: Access,
    told: string | FastifySchema,
    answer?: TSchema,
    more?: FastifySchema,
  ): Options<FastifySchema> {
    const schema =
      typeof told === 'string' ? { summary: told, response: { 200: answer }, ...more } : told;
    return { config: { access, ...config }, schema: { ...schema, tags: [tag] } };
  }
  return route;
}

/** Of each answer that is no error. */
export const success = true as const;
