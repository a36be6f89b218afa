import type { LoginEvent } from '@tongda/contract/base/identity/account';
import { loginEvent } from '@tongda/contract/base/identity/account';
import type { TokenAnswer } from '@tongda/contract/base/identity/calls';
import { factorCode } from '@tongda/contract/base/identity/factor';
import { invalidField } from '../../../../core/http/errors';
import { takeFactorCode } from '../factor/check';
import { factorTry } from '../factor/service';
import { dropStep, findStep } from '../factor/step';
import type { SessionDeps, TerminalKind } from '../session/sessions';
import { admitAccount, type TokenInput } from './enter';
import { type Caller, writeLogin } from './history';
import { beginTry, failTry, passTry } from './limits';

const wrongCode = { field: 'code', msg: '动态验证码错误或已使用，请稍后输入新的验证码' } as const;
const overError = () => invalidField('ticket', '登录已超时，请重新登录');

/** Second step of a login: the ticket of the first one with a code of the app or a recovery code. */
export async function loginByFactor(
  deps: SessionDeps,
  { ticket, code }: Pick<TokenInput, 'ticket' | 'code'>,
  caller: Caller,
): Promise<TokenAnswer> {
  const { db } = deps;
  const parsed = factorCode.safeParse(code ?? '');
  if (!parsed.success) throw invalidField('code', '请输入6位动态验证码或16位恢复码');
  const step = ticket ? await findStep(db, ticket) : undefined;
  if (!ticket || !step) throw overError();
  const attempt = await beginTry(db, factorTry(step.id), null);
  const way = await takeFactorCode(db, deps.secrets, step.id, parsed.data);
  const who = { account: step.account_code, caller, user: { id: step.id, clientId: step.client_id } };
  if (way === null) {
    await writeLogin(db, { ...who, event: 'factor_fail' });
    throw await failTry(db, attempt, wrongCode);
  }
  await passTry(db, attempt);
  if (!(await dropStep(db, ticket))) throw overError();
  if (way === 'recovery') await writeLogin(db, { ...who, event: 'factor_recovery' });
  return admitAccount(deps, step, {
    caller,
    kind: kindOf(step.terminal_kind),
    event: eventOf(step.event),
    companyId: step.entered,
    loginWarehouse: step.login_warehouse,
    proved: step.proved,
    factored: true,
  });
}

const kinds: readonly TerminalKind[] = ['web', 'h5', 'tv', 'visit', 'act'];
const kindOf = (text: string): TerminalKind => kinds.find((kind) => kind === text) ?? 'web';
const eventOf = (text: string): LoginEvent => loginEvent.codes.find((event) => event === text) ?? 'login_ok';
