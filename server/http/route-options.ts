import type { FastifyContextConfig, FastifySchema } from 'fastify';

import type { Access } from './access.ts';

/** Makes the options of routes that the API's description lists under one tag. */
export const taggedRoutes =
  (tag: string, config: Omit<FastifyContextConfig, 'access'> = {}) =>
  <Schema extends FastifySchema>(access: Access, schema: Schema) => ({
    config: { access, ...config },
    schema: { ...schema, tags: [tag] },
  });

/** Of each answer that is no error. */
export const success = true as const;
