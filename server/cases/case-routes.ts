import {
  CaseAnswer,
  CaseParams,
  CasesAnswer,
  NewCaseBody,
  NewCaseMessageBody,
} from '../../contract/cases.ts';
import { CursorQuery } from '../../contract/common.ts';
import { CASES_OPEN_MAX } from '../../contract/constants.ts';
import { callerOf } from '../http/access.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { openCase } from './open-case.ts';
import { listCases, readCase } from './read-cases.ts';
import { writeMessage } from './write-message.ts';

const route = taggedRoutes('Money');

export const caseRoutes = routesOf(async (app, deps) => {
  app.post(
    '/cases',
    route('user', {
      summary: 'Report a problem with one of one’s own transactions',
      description: `The device makes the number; the same number again is answered with the same case. At most ${CASES_OPEN_MAX} undecided cases a user.`,
      body: NewCaseBody,
      response: { 201: CaseAnswer },
    }),
    async (request, reply) => {
      const data = await openCase(deps, callerOf(request), request.body);
      return reply.status(201).send({ success, data });
    },
  );

  app.get(
    '/cases',
    route('user', 'One’s own cases with their messages, newest first', CasesAnswer, {
      querystring: CursorQuery,
    }),
    async (request) => {
      const { userId } = callerOf(request);
      const { data, nextCursor } = await listCases(deps.db, userId, request.query.cursor);
      return { success, data, next_cursor: nextCursor };
    },
  );

  app.get(
    '/cases/:number',
    route('user', 'One of one’s own cases with its messages', CaseAnswer, { params: CaseParams }),
    async (request) => {
      const { userId } = callerOf(request);
      return { success, data: await readCase(deps.db, userId, request.params.number) };
    },
  );

  app.post(
    '/cases/:number/messages',
    route('user', {
      summary: 'Write to one of one’s own cases that is not decided',
      description: 'The same message id again changes nothing.',
      params: CaseParams,
      body: NewCaseMessageBody,
      response: { 201: CaseAnswer },
    }),
    async (request, reply) => {
      const { number } = request.params;
      const data = await writeMessage(deps, callerOf(request), number, request.body);
      return reply.status(201).send({ success, data });
    },
  );
});
