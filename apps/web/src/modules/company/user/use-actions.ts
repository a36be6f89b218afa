import { accountStatus } from '@tongda/contract/base/org/enums';
import { explainVehicle } from '@tongda/contract/company/resource-auth/shapes';
import {
  type UserRow,
  userDel,
  userKick,
  userLoginLog,
  userResetFactor,
  userResetPwd,
  userSetStatus,
  userUnlock,
  userUpdate,
} from '@tongda/contract/company/user/calls';
import { userHandOver } from '@tongda/contract/company/user/handover';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { useSession } from '../../../kit/session/user';
import type { RowAction } from '../../../kit/table/types';
import { userLinks } from './links';

interface Handlers {
  changed: () => void;
  password: (row: UserRow, password: string) => void;
  history: (row: UserRow) => void;
  log: (row: UserRow) => void;
  handover: (row: UserRow) => void;
  diagnose: (row: UserRow) => void;
}

/** The actions of a row of the list of users. Nobody can disable or delete himself or the primary account. */
export function useUserActions({
  changed,
  password,
  history,
  log,
  handover,
  diagnose,
}: Handlers): (row: UserRow) => RowAction[] {
  const me = useSession((state) => state.user?.id);
  const { setStatus, reset, resetFactor, unlock, kick, remove } = useUserSteps(password);
  return (row) => {
    const why = row.id === me ? '不能对自己执行此操作' : row.isPrimary ? '不能对主账号执行此操作' : undefined;
    const enabled = isEnabled(row);
    return [
      { label: '编辑', to: userLinks.edit(row.id), can: userUpdate },
      {
        label: enabled ? '停用' : '启用',
        can: userSetStatus,
        why: enabled ? why : undefined,
        run: () => setStatus(row, changed),
      },
      { label: '重置密码', can: userResetPwd, run: () => reset(row, changed) },
      ...(row.factored
        ? [
            {
              label: '重置二次验证',
              can: userResetFactor,
              why: row.id === me ? '请在个人信息中更换或关闭' : undefined,
              run: () => resetFactor(row, changed),
            },
          ]
        : []),
      ...(row.locked ? [{ label: '解锁', can: userUnlock, run: () => unlock(row, changed) }] : []),
      { label: '强制下线', can: userKick, why: row.id === me ? why : undefined, run: () => kick(row, changed) },
      { label: '离职交接', can: userHandOver, why, run: () => handover(row) },
      { label: '登录日志', can: userLoginLog, run: () => log(row) },
      { label: '权限诊断', can: explainVehicle, run: () => diagnose(row) },
      { label: '变更记录', run: () => history(row) },
      { label: '删除', danger: true, can: userDel, why, run: () => remove(row, changed) },
    ];
  };
}

const isEnabled = (row: UserRow): boolean => row.accountStatus === accountStatus.enabled;

/** What is done to one account; a new password is handed to `show`, which shows it once. */
function useUserSteps(show: Handlers['password']) {
  const setStatus = useRowAct(
    (row: UserRow) => call(userSetStatus, { ids: [row.id], accountStatus: isEnabled(row) ? 0 : 1 }),
    {
      sure: (row) =>
        isEnabled(row)
          ? { title: `确定停用 ${row.name}？`, content: '停用后其登录立即失效，可随时启用。', ok: '停用' }
          : null,
      told: (row) => `${row.name} 已${isEnabled(row) ? '停用' : '启用'}`,
    },
  );
  const reset = useRowAct(({ id }: UserRow) => call(userResetPwd, { id }), {
    sure: ({ name }) => ({
      title: `确定重置 ${name} 的密码？`,
      content: '新密码只显示一次；原密码和当前登录立即失效，本人登录后须修改。',
      ok: '重置',
    }),
    done: (row, { password }) => show(row, password),
  });
  const resetFactor = useRowAct(({ id }: UserRow) => call(userResetFactor, { id }), {
    sure: ({ name }) => ({
      title: `确定重置 ${name} 的二次验证？`,
      content: '请先确认是本人丢失了手机。重置后凭密码即可登录，当前登录立即失效。',
      ok: '重置',
      danger: true,
    }),
    told: ({ name }) => `${name} 的二次验证已重置`,
  });
  const unlock = useRowAct(({ id }: UserRow) => call(userUnlock, { id }), { told: ({ name }) => `${name} 已解锁` });
  const kick = useRowAct(({ id }: UserRow) => call(userKick, { ids: [id] }), {
    sure: ({ name }) => ({ title: `确定强制 ${name} 下线？`, content: '其登录立即失效，可重新登录。', ok: '下线' }),
    told: ({ name }) => `${name} 已下线`,
  });
  const remove = useRowAct(({ id }: UserRow) => call(userDel, { ids: [id] }), {
    sure: ({ name, accountCode }) => ({
      title: `确定删除 ${name}（${accountCode}）？`,
      content: '删除后不可恢复，其授权一并撤销，操作记录仍会保留。',
      ok: '删除',
      danger: true,
    }),
    told: ({ name }) => `${name} 已删除`,
  });
  return { setStatus, reset, resetFactor, unlock, kick, remove };
}
