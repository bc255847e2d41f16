import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyContextConfig, FastifySchema } from 'fastify';

import type { Deps } from '../deps.ts';
import type { Access } from './access.ts';

export type Routes = (deps: Deps) => FastifyPluginAsyncTypebox;

export const routesOf =
  (add: (app: Parameters<FastifyPluginAsyncTypebox>[0], deps: Deps) => Promise<void>): Routes =>
  (deps) =>
  (app) =>
    add(app, deps);

/** Makes the options of routes that the API's description lists under one tag. */
export const taggedRoutes =
  (tag: string, config: Omit<FastifyContextConfig, 'access'> = {}) =>
  <Schema extends FastifySchema>(access: Access, schema: Schema) => ({
    config: { access, ...config },
    schema: { ...schema, tags: [tag] },
  });

/** Of each answer that is no error. */
export const success = true as const;
