import type { HeldRights } from '@tongda/contract/core/allows';
import type { Access } from '@tongda/contract/core/endpoint';
import type { FieldMask } from '@tongda/contract/core/field/hidden-kinds';
import type { MenuKey } from '@tongda/contract/shell/menus';
import type { Logger } from 'pino';
import type { Trx } from '../db/trx';

/** What a user may do: the menus he has (ids and keys as text) and the button paths under them. */
export interface Rights extends HeldRights {
  all: boolean;
  keys: ReadonlySet<MenuKey>;
  /** the kinds of fields that all of his roles hide */
  masks: ReadonlySet<FieldMask>;
  /** What staff switched off for the company (定制模块): all menus of it, and those among them that his roles would give him. Absent: nothing is off. */
  off?: { menus: ReadonlySet<MenuKey>; held: ReadonlySet<MenuKey> };
}

/** The person behind a session that acts for somebody else. */
export interface Actor {
  userId: string;
  clientId: string;
  name: string;
  /** `super`: a super manager as this user; `visit`: provider staff in this company */
  mode: 'super' | 'visit';
  reason: string;
}

/** The caller of a request and his rights; the first argument of every service. */
export interface Ctx {
  userId: string;
  clientId: string;
  clientName: string;
  userName: string;
  accountCode: string;
  sessionId: string;
  /** account that was logged in with: the user, unless it entered another of its companies */
  accountId: string;
  /** web, h5, tv, open, visit, act */
  terminalKind: string;
  /** -1 provider staff visiting, 0 member, 1 provider staff at home */
  loginType: number;
  actor: Actor | null;
  /** the session may only read: `db` refuses to write */
  readOnly: boolean;
  /** may act as other users */
  isSuper: boolean;
  /** the password was set by somebody else: nothing works but changing it */
  mustChangePwd: boolean;
  /** … because it is older than the company allows */
  pwdExpired: boolean;
  /** the company wants a second factor of this user and his account has none: nothing else works until it has */
  mustEnrol: boolean;
  isPrimary: boolean;
  /** the customer whose program calls: it sees vehicles while they are bound to him (车辆绑定); absent for everybody else */
  customerId?: string;
  /** organisation administrator: sees the whole company */
  isOrgManager: boolean;
  orgId: string | null;
  provider: boolean;
  timeZone: string;
  ip: string;
  rights: Rights;
  can(access: Access): boolean;
  /** Runs `work` in one transaction as this tenant: row-level security is on whatever the query forgets. */
  db<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  log: Logger;
}
