import { accountStatus } from '@tongda/contract/base/org/enums';
import { explainVehicle } from '@tongda/contract/company/resource-auth/shapes';
import {
  type UserRow,
  userDel,
  userKick,
  userLoginLog,
  userResetPwd,
  userSetStatus,
  userUnlock,
  userUpdate,
} from '@tongda/contract/company/user/calls';
import { userHandOver } from '@tongda/contract/company/user/handover';
import { call } from '../../../kit/call/api';
import { confirm, toast } from '../../../kit/dialog/notify';
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
  const done = (text: string): void => {
    toast('success', text);
    changed();
  };
  return (row) => {
    const why = row.id === me ? '不能对自己执行此操作' : row.isPrimary ? '不能对主账号执行此操作' : undefined;
    const enabled = row.accountStatus === accountStatus.enabled;
    const setStatus = async (): Promise<void> => {
      if (
        enabled &&
        !(await confirm({ title: `确定停用 ${row.name}？`, content: '停用后其登录立即失效，可随时启用。', ok: '停用' }))
      )
        return;
      await call(userSetStatus, { ids: [row.id], accountStatus: enabled ? 0 : 1 });
      done(`${row.name} 已${enabled ? '停用' : '启用'}`);
    };
    const reset = async (): Promise<void> => {
      const sure = await confirm({
        title: `确定重置 ${row.name} 的密码？`,
        content: '新密码只显示一次；原密码和当前登录立即失效，本人登录后须修改。',
        ok: '重置',
      });
      if (!sure) return;
      password(row, (await call(userResetPwd, { id: row.id })).password);
      changed();
    };
    const kick = async (): Promise<void> => {
      if (
        !(await confirm({ title: `确定强制 ${row.name} 下线？`, content: '其登录立即失效，可重新登录。', ok: '下线' }))
      )
        return;
      await call(userKick, { ids: [row.id] });
      done(`${row.name} 已下线`);
    };
    const remove = async (): Promise<void> => {
      const sure = await confirm({
        title: `确定删除 ${row.name}（${row.accountCode}）？`,
        content: '删除后不可恢复，其授权一并撤销，操作记录仍会保留。',
        ok: '删除',
        danger: true,
      });
      if (!sure) return;
      await call(userDel, { ids: [row.id] });
      done(`${row.name} 已删除`);
    };
    return [
      { label: '编辑', to: userLinks.edit(row.id), can: userUpdate },
      { label: enabled ? '停用' : '启用', can: userSetStatus, why: enabled ? why : undefined, run: setStatus },
      { label: '重置密码', can: userResetPwd, run: reset },
      ...(row.locked
        ? [
            {
              label: '解锁',
              can: userUnlock,
              run: async () => {
                await call(userUnlock, { id: row.id });
                done(`${row.name} 已解锁`);
              },
            },
          ]
        : []),
      { label: '强制下线', can: userKick, why: row.id === me ? why : undefined, run: kick },
      { label: '离职交接', can: userHandOver, why, run: () => handover(row) },
      { label: '登录日志', can: userLoginLog, run: () => log(row) },
      { label: '权限诊断', can: explainVehicle, run: () => diagnose(row) },
      { label: '变更记录', run: () => history(row) },
      { label: '删除', danger: true, can: userDel, why, run: remove },
    ];
  };
}
