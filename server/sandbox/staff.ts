import { Closed, Literals, Text } from '../../contract/common.ts';
import { recordAction } from '../admin/record-action.ts';
import { inviteStaff } from '../back-office/staff.ts';
import { STAFF_ROLES } from '../db/schema/staff.ts';
import { inTransaction } from '../db/transaction.ts';
import { readForms } from '../http/read-forms.ts';
import { routesOf } from '../http/route-options.ts';
import { renderTestPage, sendTestPage } from './test-page.ts';

const Wanted = Closed({ name: Text(1, 40), role: Literals(STAFF_ROLES) });
const MANDATE = { by: 'sandbox', why: 'to try the back office' };

/** Lets anybody into the back office of a server where no real money moves. */
export const sandboxStaffRoutes = routesOf(async (app, deps) => {
  const open = { access: 'public' as const };
  readForms(app);

  app.get('/staff', { config: open, schema: { hide: true } }, async (_request, reply) =>
    sendTestPage(reply, deps.config, renderStaffPage()),
  );

  app.post(
    '/staff',
    { config: open, schema: { hide: true, body: Wanted } },
    async (request, reply) => {
      const { name, role } = request.body;
      const link = await inTransaction(deps.db, async (tx) => {
        const { lines = [], ...invited } = await inviteStaff(tx, deps, [name, role], MANDATE);
        await recordAction(tx, deps, MANDATE, { action: 'staff', ...invited });
        return lines.at(-1) ?? '/admin';
      });
      return reply.redirect(link, 303);
    },
  );
});

const renderStaffPage = (): string =>
  renderTestPage(
    'test staff',
    'Work in the back office',
    `<h1>Work in the back office</h1>
<p class="note">This stands in for an invitation by an owner. Be whoever you like.</p>
<form method="post">
<label>Name<input name="name" maxlength="40" autocomplete="off" required></label>
${STAFF_ROLES.map((role) => `<button name="role" value="${role}">Begin as ${role}</button>`).join('\n')}
</form>`,
  );
