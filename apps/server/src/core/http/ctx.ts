import type { FieldMask } from '@tongda/contract/company/role/field-mask';
import type { Access } from '@tongda/contract/core/endpoint';
import type { MenuKey } from '@tongda/contract/shell/menus';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '../generated/db-types';

/** What a user may do: menus held (ids and keys as text) and button paths under them. */
export interface Rights {
  /** every button under the menus held */
  all: boolean;
  keys: ReadonlySet<MenuKey>;
  /** ids of the menus held, as text */
  menus: ReadonlySet<string>;
  /** `<menu id>|<path>` */
  buttons: ReadonlySet<string>;
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
  db<T>(work: (trx: Transaction<DB>) => Promise<T>): Promise<T>;
  log: Logger;
}

/** Whether `rights` satisfy an endpoint's `access` (public and session calls always do). */
export function allows(rights: Rights, access: Access): boolean {
  if (access === 'public' || access === 'session') return true;
  const menus = Array.isArray(access.menu) ? access.menu : [access.menu];
  return menus.some((menu) => {
    if (!rights.menus.has(String(menu))) return false;
    return access.path === undefined || rights.all || rights.buttons.has(`${menu}|${access.path}`);
  });
}
