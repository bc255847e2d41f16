import { desc, lt } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';

import { Closed, Literals } from '../../contract/common.ts';
import { type Command, fieldsOf } from '../admin/command.ts';
import { COMMANDS, runCommand } from '../admin/commands.ts';
import { AdminError, recordAction } from '../admin/record-action.ts';
import type { Db } from '../db/database.ts';
import { adminActions } from '../db/schema/operations.ts';
import type { Deps } from '../deps.ts';
import { type Member, memberOf } from '../http/access.ts';
import { AppError } from '../http/app-error.ts';
import { routesOf } from '../http/route-options.ts';
import { guardOffice, HIDDEN, sendPage } from './guard-office.ts';
import { commandPage, homePage, linesPage, recordPage, requestsPage } from './pages.ts';
import { approveRequest, listRequests, refuseRequest, requestCommand } from './requests.ts';
import { hasRole } from './staff.ts';

const CommandParams = Closed({ name: Type.String({ maxLength: 40 }) });
const RequestParams = Closed({ id: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) });
const Decision = Closed({ decision: Literals(['approve', 'refuse']) });
const RecordQuery = Closed({ before: Type.Optional(Type.Integer({ minimum: 1 })) });
const RECORD_PAGE = 50;

type Given = Readonly<Record<string, string>>;

/** The fields differ by command, and a field that no command asks for is not read. */
const givenIn = (fields: unknown): Given =>
  Object.fromEntries(
    Object.entries(Object(fields) as object).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

const forStaff = { config: { access: 'staff' as const }, schema: HIDDEN };

/** The back office: pages that the server writes, so that the app's code holds nothing of them. */
export const backOfficeRoutes = routesOf(async (app, deps) => {
  guardOffice(app, deps.config.publicOrigin);

  app.get('/admin', forStaff, async (request, reply) => {
    const { waiting } = await listRequests(deps);
    return sendPage(reply, homePage(memberOf(request), waiting.length));
  });
  app.get(
    '/admin/commands/:name',
    { ...forStaff, schema: { ...HIDDEN, params: CommandParams } },
    async (request, reply) => {
      const member = memberOf(request);
      const [name, command] = commandFor(member, request.params.name);
      if (!command.isList)
        return sendPage(reply, commandPage(member, [name, command], givenIn(request.query)));
      const line = { operands: [], by: member.name, why: 'opened the queue' };
      return sendPage(
        reply,
        linesPage(member, [name, command], await runCommand(deps, name, line)),
      );
    },
  );
  app.post(
    '/admin/commands/:name',
    { ...forStaff, schema: { ...HIDDEN, params: CommandParams } },
    (request, reply) => runForm(deps, request, reply),
  );
  app.get('/admin/requests', forStaff, async (request, reply) =>
    sendPage(reply, requestsPage(memberOf(request), await listRequests(deps))),
  );
  app.post(
    '/admin/requests/:id',
    { ...forStaff, schema: { ...HIDDEN, params: RequestParams, body: Decision } },
    (request, reply) => decide(deps, request, reply),
  );
  app.get(
    '/admin/record',
    { ...forStaff, schema: { ...HIDDEN, querystring: RecordQuery } },
    async (request, reply) => {
      const member = memberOf(request);
      const looked = { action: 'record', subject: 'all', outcome: 'looked at' };
      await recordAction(deps.db, deps, { by: member.name, why: 'opened the queue' }, looked);
      const rows = await readRecord(deps.db, request.query.before);
      return sendPage(reply, recordPage(member, rows, rows[RECORD_PAGE - 1]?.id));
    },
  );
});

/** @throws AppError `not_found` for what is no command, `forbidden` for one that needs another role */
function commandFor(member: Member, name: string): readonly [string, Command] {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new AppError('not_found');
  if (!hasRole(member, command.role)) throw new AppError('forbidden');
  return [name, command];
}

async function runForm(
  deps: Deps,
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const member = memberOf(request);
  const entry = commandFor(member, request.params.name);
  const [name, command] = entry;
  const given = givenIn(request.body);
  const operands = operandsOf(command, given);
  const { why, proof } = given;
  const line = { operands, why, proof: proof === '' ? undefined : proof };
  try {
    if (why === undefined || why.trim() === '') throw new AdminError('say why');
    if (command.movesMoney?.(operands)) {
      await requestCommand(deps, member, { command: name, line });
      return await reply.redirect('/admin/requests', 303);
    }
    const lines = await runCommand(deps, name, { ...line, by: member.name });
    return await sendPage(reply, linesPage(member, entry, lines));
  } catch (error) {
    if (!(error instanceof AdminError)) throw error;
    return sendPage(reply.status(422), commandPage(member, entry, given, error.message));
  }
}

/** An empty optional field at the end is left out, as on the command line. */
function operandsOf(command: Command, given: Given): string[] {
  const operands = fieldsOf(command).map(({ name }) => given[name]?.trim() ?? '');
  while (operands.at(-1) === '') operands.pop();
  return operands;
}

async function decide(
  deps: Deps,
  request: FastifyRequest<{
    Params: { id: string };
    Body: { decision: 'approve' | 'refuse' };
  }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const member = memberOf(request);
  const id = Number(request.params.id);
  try {
    if (request.body.decision === 'approve') await approveRequest(deps, member, id);
    else await refuseRequest(deps, member, id);
  } catch (error) {
    if (!(error instanceof AdminError)) throw error;
    const requests = await listRequests(deps);
    return sendPage(reply.status(422), requestsPage(member, requests, error.message));
  }
  return reply.redirect('/admin/requests', 303);
}

const readRecord = (db: Db, before: number | undefined) =>
  db
    .select()
    .from(adminActions)
    .where(before === undefined ? undefined : lt(adminActions.id, before))
    .orderBy(desc(adminActions.id))
    .limit(RECORD_PAGE);
