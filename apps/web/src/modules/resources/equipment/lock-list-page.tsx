import { keysOf } from '@tongda/contract/core/keys';
import { lockAction, lockWay } from '@tongda/contract/resources/device/enums';
import { lockStatus } from '@tongda/contract/resources/enums';
import {
  type LockDetail,
  type LockRow,
  lockBind,
  lockColumns,
  lockDetail,
  lockLabels,
  lockRegister,
  lockUnbind,
} from '@tongda/contract/resources/equipment/lock';
import { lockRemoteOpen, lockTempCode } from '@tongda/contract/resources/equipment/lock-command';
import { menus } from '@tongda/contract/shell/menus';
import { href, routes } from '@tongda/contract/shell/routes';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { DueDate } from '../../../kit/detail/due-date';
import { DateField, TextAreaField, TextField, TreeField } from '../../../kit/form/input/fields';
import { RegisterListPage } from '../../../kit/list/register-page';
import { useCan } from '../../../kit/session/can';
import { PlateLink } from '../../../kit/show/plate/link';
import { StateDot } from '../../../kit/show/state-dot';
import type { Cells } from '../../../kit/table/types';
import { loadOrgs } from '../../base/org/door';
import { LockBindDialog } from './bind-dialog';
import { Battery } from './binding-parts';
import { EquipmentDrawer } from './drawer';
import { FormDrawer } from './form-drawer';
import { LockCommandTable, RemoteOpenDialog, TempCodeDialog } from './lock-dialogs';
import { ModelField } from './model-field';

type Open = { what: 'form'; row: LockRow | null } | { what: 'details' | 'bind' | 'open' | 'code'; row: LockRow };
const tones = {
  [lockStatus.locked]: 'green',
  [lockStatus.open]: 'amber',
  [lockStatus.faulty]: 'red',
  [lockStatus.offline]: 'grey',
  [lockStatus.unbound]: 'grey',
};
const names = keysOf(lockLabels);
const granting = { access: { menu: menus.bluetoothLockGrant.id } };
const looking = { access: { menu: menus.switchLock.id } };

/** 蓝牙锁: the register of Bluetooth locks. */
export function LockListPage() {
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const unbind = useUnbind();
  const mayGrant = useCan(granting);
  const cells: Cells<LockRow> = {
    lockNo: (row) => (
      <button type="button" className="td-plain td-link" onClick={() => setOpen({ what: 'details', row })}>
        {row.lockNo}
      </button>
    ),
    plateNo: (row) => <PlateLink id={row.vehicleId} plateNo={row.plateNo} colour={row.vehicleColor ?? 0} />,
    lockStatus: (row) => <StateDot of={lockStatus} tones={tones} code={row.lockStatus} />,
    battery: (row) => <Battery percent={row.battery} />,
    authCount: (row) =>
      mayGrant ? (
        <Link to={href(routes.lockGrantList, 'enterprise', { keyword: row.lockNo })}>{row.authCount}</Link>
      ) : (
        row.authCount
      ),
    serviceEnd: (row) => <DueDate date={row.serviceEnd} />,
  };
  return (
    <RegisterListPage<LockRow>
      of={lockRegister}
      columns={lockColumns}
      cells={cells}
      nameOf={(row) => row.lockNo}
      add={() => setOpen({ what: 'form', row: null })}
      edit={(row) => () => setOpen({ what: 'form', row })}
      stale={[lockDetail]}
      before={(row) => [{ label: '详情', run: () => setOpen({ what: 'details', row }) }]}
      between={(row, { changed }) => [
        {
          label: '远程开锁',
          can: lockRemoteOpen,
          why: row.plateNo === '' ? '没有绑定车辆' : undefined,
          run: () => setOpen({ what: 'open', row }),
        },
        {
          label: '临时密码',
          can: lockTempCode,
          why: row.plateNo === '' ? '没有绑定车辆' : undefined,
          run: () => setOpen({ what: 'code', row }),
        },
        { label: '开关锁记录', can: looking, to: href(routes.switchLockReport, 'report', { lockNo: row.lockNo }) },
        { label: '授权', can: granting, to: href(routes.lockGrantList, 'enterprise', { keyword: row.lockNo }) },
        {
          label: row.lockStatus === lockStatus.unbound ? '绑定' : '换绑',
          can: lockBind,
          run: () => setOpen({ what: 'bind', row }),
        },
        ...(row.lockStatus === lockStatus.unbound
          ? []
          : [{ label: '解绑', can: lockUnbind, run: () => unbind(row, changed) }]),
      ]}
      keep={(row) => (row.lockStatus === lockStatus.unbound ? undefined : '已绑定车辆，请先解绑')}
      choices="型号、部门"
      emptyText="逐把登记或用表格导入，再绑定到车辆的货厢门"
    >
      {({ changed }) => (
        <>
          {open?.what === 'form' ? <LockForm row={open.row} done={changed} close={close} /> : null}
          {open?.what === 'details' ? <Details row={open.row} close={close} /> : null}
          {open?.what === 'open' ? <RemoteOpenDialog row={open.row} done={changed} close={close} /> : null}
          {open?.what === 'code' ? <TempCodeDialog row={open.row} done={changed} close={close} /> : null}
          {open?.what === 'bind' ? (
            <LockBindDialog row={{ ...open.row, name: open.row.lockNo }} done={changed} close={close} />
          ) : null}
        </>
      )}
    </RegisterListPage>
  );
}

const useUnbind = () =>
  useRowAct(({ id, version }: LockRow) => call(lockUnbind, { id, version }), {
    sure: ({ lockNo }) => ({ title: `确定将 ${lockNo} 从车上解绑？`, content: '绑定记录会保留。' }),
    told: ({ lockNo }) => `${lockNo} 已解绑`,
  });

function LockForm({ row, done, close }: { row: LockRow | null; done: () => void; close: () => void }) {
  return (
    <FormDrawer<LockDetail>
      title={row ? `编辑蓝牙锁 ${row.lockNo}` : '新增蓝牙锁'}
      id={row?.id}
      load={lockDetail}
      add={lockRegister.add}
      update={lockRegister.update}
      toForm={(loaded) =>
        loaded ? Object.fromEntries(names.map((name) => [name, loaded[name] === '' ? null : loaded[name]])) : {}
      }
      body={(loaded) => (
        <>
          <TextField name="lockNo" label="锁编号" span={6} />
          <TextField name="mac" label="MAC" span={6} upper placeholder="C4:5B:BE:10:2A:10" />
          <ModelField kind="lock" id={loaded?.modelId} name={loaded?.model} />
          <TreeField name="orgId" label="所属部门" span={6} load={loadOrgs} />
          <TextField name="fwVersion" label="固件版本" span={6} />
          <DateField name="serviceEnd" label="服务到期" span={6} />
          <TextAreaField name="remark" label="备注" span={12} />
        </>
      )}
      done={done}
      close={close}
    />
  );
}

function Details({ row, close }: { row: LockRow; close: () => void }) {
  return (
    <EquipmentDrawer
      title={`蓝牙锁 ${row.lockNo}`}
      load={lockDetail}
      id={row.id}
      door
      more={() => <LockCommandTable id={row.id} />}
      close={close}
      papers={(d) => [{ label: '服务', date: d.serviceEnd }]}
      facts={(d) => [
        ['MAC', d.mac],
        ['型号', d.model],
        ['锁状态', lockStatus.label(d.lockStatus)],
        ['电量', d.battery === null ? '' : `${d.battery}%`],
        [
          '绑定车辆',
          d.plateNo ? (
            <>
              <PlateLink id={d.vehicleId} plateNo={d.plateNo} /> {d.doorPos}
            </>
          ) : (
            ''
          ),
        ],
        ['最后操作', lastWords(d)],
        ['位置', d.address],
        ['授权人数', String(d.authCount)],
        ['固件版本', d.fwVersion],
        ['所属部门', d.orgName],
        ['备注', d.remark],
      ]}
    />
  );
}

/** What was done to a lock last: when, what, how and by whom. */
const lastWords = (d: LockDetail): string =>
  [
    d.lastTime,
    d.lastAction === null ? '' : lockAction.label(d.lastAction),
    d.lastWay === null ? '' : lockWay.label(d.lastWay),
    d.lastUser,
  ]
    .filter(Boolean)
    .join(' ');
