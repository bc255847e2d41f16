import type { FastifyRequest } from 'fastify';

import {
  AvatarForm,
  ChangePasswordBody,
  DeleteUserBody,
  ExportAnswer,
  UpdateUserBody,
  UserDataAnswer,
} from '../../contract/accounts.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { MessageAnswer } from '../../contract/common.ts';
import type { Deps } from '../deps.ts';
import { createRowStreams } from '../http/row-streams.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { callerOf } from '../http/access.ts';
import { fieldError } from '../http/app-error.ts';
import { refuseTexts, withForm } from '../http/multipart-form.ts';
import { countHit } from '../http/rate-limit.ts';
import { changePassword } from './change-password.ts';
import { deleteUser } from './delete-user.ts';
import { writeExport } from './export-user.ts';
import { proofIn } from './sessions.ts';
import { storeAvatar, updateUser } from './profile.ts';

const AVATAR_MAX_BYTES = 2 * 1024 * 1024;

const LIMITS = {
  profile: { hits: 30, windowMs: HOUR_MS },
  avatar: { hits: 30, windowMs: HOUR_MS },
  export: { hits: 10, windowMs: HOUR_MS },
} as const;
const FORM = { files: { avatar: AVATAR_MAX_BYTES }, maxBytes: AVATAR_MAX_BYTES + 64 * 1024 };

const route = taggedRoutes('Accounts');
const formRoute = taggedRoutes('Accounts', { form: AvatarForm });

async function countCall(
  { db, clock }: Deps,
  request: FastifyRequest,
  what: keyof typeof LIMITS,
): Promise<number> {
  const { userId } = callerOf(request);
  await countHit(db, `${what}:${userId}`, LIMITS[what], clock.now());
  return userId;
}

export const profileRoutes = routesOf(async (app, deps) => {
  app.patch(
    '/user',
    route('user', 'Change username or e-mail address', UserDataAnswer, {
      description: 'Another address takes the password and is verified anew.',
      body: UpdateUserBody,
    }),
    async (request) => {
      await countCall(deps, request, 'profile');
      return { success, data: await updateUser(deps, proofIn(request)) };
    },
  );

  app.post(
    '/user/password',
    route('user', 'Change the password, which ends every other session', MessageAnswer, {
      body: ChangePasswordBody,
    }),
    async (request) => {
      const { userId, sessionId } = callerOf(request);
      const { current_password: password, password: newPassword } = request.body;
      const proof = { userId, sessionId, password, address: request.ip };
      await changePassword(deps, { ...proof, newPassword });
      return { success, message: 'Your password is changed. Other devices are logged out.' };
    },
  );

  app.post(
    '/user/avatar',
    formRoute('user', 'Change the picture', UserDataAnswer),
    async (request) => {
      const userId = await countCall(deps, request, 'avatar');
      return { success, data: await readAvatar(deps, request, userId) };
    },
  );
});

export const exportRoutes = routesOf(async (app, deps) => {
  const streams = createRowStreams();

  app.get(
    '/user/export',
    route('user', 'All that is known of the user', ExportAnswer, {
      description:
        'A file that is not sent to its end is broken off. A user gets two at a time (429).',
    }),
    async (request, reply) => {
      const userId = await countCall(deps, request, 'export');
      const { lines } = await streams.open(userId, async () => ({
        lines: await writeExport({ ...deps, db: await deps.database.findReader(deps.db) }, userId),
      }));
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="goodies.json"')
        .send(lines as never);
    },
  );

  app.delete(
    '/user',
    route('user', 'Delete the account', MessageAnswer, {
      description: 'Takes the password, empty wallets and no open voucher. The journal stays.',
      body: DeleteUserBody,
    }),
    async (request) => {
      await deleteUser(deps, proofIn(request));
      return { success, message: 'Your account is deleted' };
    },
  );
});

function readAvatar(deps: Deps, request: FastifyRequest, userId: number) {
  return withForm(deps.uploads, request, FORM, async (form) => {
    refuseTexts(form);
    const picture = form.files.get('avatar');
    if (!picture) throw fieldError('avatar', 'is required');
    return storeAvatar(deps, userId, picture);
  });
}
