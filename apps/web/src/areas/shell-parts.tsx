import { visitCompanies } from '@tongda/contract/base/identity/acting';
import { loginType } from '@tongda/contract/base/org/enums';
import { allowsAccess } from '@tongda/contract/core/allows';
import { menus } from '@tongda/contract/shell/menus';
import { hasMenu } from '@tongda/contract/shell/tree';
import { Building2, KeyRound, Tv, UserRoundCog } from 'lucide-react';
import { lazy } from 'react';
import type { ShellParts } from '../kit/session/shell-parts';
import type { User } from '../kit/session/user';
import { ActingBanner } from '../modules/base/identity/acting/banner';
import { Prover } from '../modules/base/identity/password/prover';
import { MessageBell } from '../modules/base/message/bell';
import { MessagePopups } from '../modules/base/message/popups';
import { ServiceFeeNotice } from '../modules/base/message/service-fee-notice';
import { TransportFrame } from '../modules/transport/parts/frame-session';
import { AlarmWord } from '../modules/watch/alarm/header-word';

// Dialogs come when they are opened.
const ActingDialog = lazy(async () => ({
  default: (await import('../modules/base/identity/acting/dialog')).ActingDialog,
}));
const PairScreenDialog = lazy(async () => ({
  default: (await import('../modules/base/identity/login/confirm/pair-screen-dialog')).PairScreenDialog,
}));
const PasswordDialog = lazy(async () => ({
  default: (await import('../modules/base/identity/password/dialog')).PasswordDialog,
}));
const VisitDialog = lazy(async () => ({
  default: (await import('../modules/base/identity/acting/visit-dialog')).VisitDialog,
}));

/** Neither a screen on the wall nor somebody who acts or visits. */
const isOneself = (user: User | null): boolean =>
  user !== null && user.proxyUser === null && user.terminalKind !== 'tv';

/** What modules add to the shell: header buttons, lines of the user dropdown, watchers. */
export const shellParts: ShellParts = {
  header: { acting: ActingBanner, alarms: AlarmWord, messages: MessageBell },
  userMenu: [
    {
      key: 'password',
      label: '修改密码',
      icon: <KeyRound className="td-ico" />,
      order: 60,
      visible: ({ user, tree }) => isOneself(user) && hasMenu(tree, menus.changePassword.id),
      dialog: PasswordDialog,
    },
    {
      key: 'pairScreen',
      label: '大屏登录',
      icon: <Tv className="td-ico" />,
      order: 61,
      visible: ({ user }) => isOneself(user),
      dialog: PairScreenDialog,
    },
    {
      key: 'acting',
      label: '切换用户',
      icon: <UserRoundCog className="td-ico" />,
      order: 62,
      visible: ({ user }) => isOneself(user) && user?.superManagerFlag === 1,
      dialog: ActingDialog,
    },
    {
      key: 'visit',
      label: '访问企业',
      icon: <Building2 className="td-ico" />,
      order: 63,
      visible: (session) =>
        isOneself(session.user) &&
        session.user?.loginType === loginType.staff &&
        allowsAccess(session, visitCompanies.access),
      dialog: VisitDialog,
    },
  ],
  overlays: {
    messages: MessagePopups,
    prove: Prover,
    serviceFee: ServiceFeeNotice,
    transportFrame: TransportFrame,
  },
};
