import type { FieldMask } from '@tongda/contract/company/role/field-mask';
import type { HeldRights } from '@tongda/contract/core/allows';
import type { Access } from '@tongda/contract/core/endpoint';
import type { MenuKey } from '@tongda/contract/shell/menus';
import type { Logger } from 'pino';
import type { Trx } from '../db/trx';

/** What a user may do: menus held (ids and keys as text) and button paths under them. */
export interface Rights extends HeldRights {
  all: boolean;
  keys: ReadonlySet<MenuKey>;
  /** what all of his roles hide */
  masks: ReadonlySet<FieldMask>;
}

/** Who really sits there while a session acts for somebody else. */
export interface Actor {
  userId: string;
  clientId: string;
  name: string;
  /** `super`: a super manager as this user; `visit`: provider staff in this company */
  mode: 'super' | 'visit';
  reason: string;
}

/** Who asks and with which rights; first argument of every service. */
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
  /** nothing may be written: `db` refuses it */
  readOnly: boolean;
  /** may act as other users */
  isSuper: boolean;
  /** the password was given by somebody else: nothing but changing it works */
  mustChangePwd: boolean;
  /** … because it is older than the company allows */
  pwdExpired: boolean;
  isPrimary: boolean;
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
