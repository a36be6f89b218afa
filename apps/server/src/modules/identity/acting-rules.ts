import type { Endpoint } from '@tongda/contract/core/endpoint';

/** One's own things, which nobody else may touch in one's name: password, phone, WeChat, letting others in. */
const personal =
  /\/(?:upPwd|upPhone|upName|upHeadImg|sendBindVerifyCode|unBindWxUser|companies\/join|companies\/leave|companies\/invite|answerGrant|endLoginDevice)$/iu;
/** Money moves, and contracts bind: only the company itself. */
const money = /pay(?!load)|recharge|refund|withdraw|invoice|settle|renew|purchase|signContract|contractSign/iu;
/** What staff of the provider never do in a company: passwords, roles and rights, deletions. */
const inCompany = /pwd|password|security|role|grant|authori[sz]|delete|batchDel|\/del|remove|erase/iu;

/**
 * Whether an endpoint is closed while somebody acts as another user (`super`) or visits a company (`visit`). Reading is decided by the
 * rights of the user; this is about what may be done in his name.
 */
export function closedWhileActing(mode: 'super' | 'visit', endpoint: Pick<Endpoint, 'path' | 'access'>): boolean {
  const { path, access } = endpoint;
  if (personal.test(path)) return true;
  const button = typeof access === 'object' ? (access.path ?? '') : '';
  // Lists and details of closed things may be looked at.
  if (!isChange(path, button)) return false;
  const name = `${path} ${button}`;
  return money.test(name) || (mode === 'visit' && inCompany.test(name));
}

const look = /(?:page|list|detail|details|info|get\w*|query\w*|options|tree|export|count|summary|history|check\w*)$/iu;
const isChange = (path: string, button: string): boolean =>
  !look.test(path) || /(?:delete|del|remove|pay)$/iu.test(button);
