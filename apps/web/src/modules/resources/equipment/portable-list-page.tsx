import { keysOf } from '@tongda/contract/core/keys';
import { deviceStatus, locType } from '@tongda/contract/resources/device/enums';
import {
  type PortableDetail,
  type PortableRow,
  portableBind,
  portableColumns,
  portableDetail,
  portableLabels,
  portableRegister,
  portableSetParam,
  portableUnbind,
} from '@tongda/contract/resources/equipment/portable';
import { portableTrip } from '@tongda/contract/resources/equipment/recorder-trip';
import { usageModeList } from '@tongda/contract/resources/vehicle/enums';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button } from 'antd';
import { ScanLine } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { DueDate } from '../../../kit/detail/due-date';
import { DateField, EnumField, TextAreaField, TextField, TreeField } from '../../../kit/form/input/fields';
import { RegisterListPage } from '../../../kit/list/register-page';
import { Can } from '../../../kit/session/can';
import { formatNumber, none } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import type { Cells, RowAction } from '../../../kit/table/types';
import { loadOrgs } from '../../base/org/door';
import { PortableBindDialog } from './bind-dialog';
import { Battery } from './binding-parts';
import { EquipmentDrawer } from './drawer';
import { FormDrawer } from './form-drawer';
import { ModelField } from './model-field';
import { PortableParamDialog } from './param-dialog';
import { boundsWords, intervalWords, Reading } from './reading-parts';
import { RecorderSent } from './recorder-files';
import { PortableScanDialog } from './scan-dialog';
import { curveUrl, overseas, TripTable } from './trip-table';
import { firstSpan, RecorderWayDrawer } from './way-drawer';

type Open =
  | { what: 'form'; row: PortableRow | null }
  | { what: 'scan' }
  | { what: 'details' | 'bind' | 'param' | 'way'; row: PortableRow };
const tones = {
  [deviceStatus.normal]: 'green',
  [deviceStatus.offline]: 'grey',
  [deviceStatus.lowBattery]: 'amber',
  [deviceStatus.notLocated]: 'violet',
};
const names = keysOf(portableLabels);

/** 便携式温控仪: the register of portable recorders. */
export function PortableListPage() {
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const unbind = useUnbind();
  const switchTrip = useSwitchTrip();
  const cells: Cells<PortableRow> = {
    deviceNo: (row) => (
      <button type="button" className="td-plain td-link" onClick={() => setOpen({ what: 'details', row })}>
        {row.deviceNo}
      </button>
    ),
    status: (row) => (row.status === null ? none : <StateDot of={deviceStatus} tones={tones} code={row.status} />),
    battery: (row) => <Battery percent={row.battery} />,
    tem1: (row) => <Reading row={row} of="tem1" />,
    tem2: (row) => <Reading row={row} of="tem2" />,
    hum: (row) => <Reading row={row} of="hum" />,
    uploadInterval: (row) => intervalWords(row),
    serviceEnd: (row) => <DueDate date={row.serviceEnd} />,
  };
  return (
    <RegisterListPage<PortableRow>
      of={portableRegister}
      columns={portableColumns}
      cells={cells}
      nameOf={(row) => row.deviceNo}
      add={() => setOpen({ what: 'form', row: null })}
      toolbar={
        <Can do={portableRegister.add}>
          <Button icon={<ScanLine className="td-ico" />} onClick={() => setOpen({ what: 'scan' })}>
            扫码添加
          </Button>
        </Can>
      }
      edit={(row) => () => setOpen({ what: 'form', row })}
      stale={[portableDetail]}
      before={(row) => [{ label: '详情', run: () => setOpen({ what: 'details', row }) }]}
      between={(row, { changed }) => [
        {
          label: row.bindType === null ? '绑定' : '换绑',
          can: portableBind,
          run: () => setOpen({ what: 'bind', row }),
        },
        {
          label: row.tripSince === null ? '开始行程' : '结束行程',
          can: portableTrip,
          run: () => switchTrip(row, changed),
        },
        ...(row.lastTime === null
          ? []
          : [...readingsOf(row), { label: '轨迹', run: () => setOpen({ what: 'way', row }) }]),
        { label: '参数设置', can: portableSetParam, run: () => setOpen({ what: 'param', row }) },
        ...(row.bindType === null ? [] : [{ label: '解绑', can: portableUnbind, run: () => unbind(row, changed) }]),
      ]}
      keep={(row) => {
        if (row.bindType !== null) return `已绑定${row.bindName}，请先解绑`;
        return row.tripSince === null ? undefined : '正在行程中，请先结束行程';
      }}
      choices="型号、部门"
      emptyText="暂无设备，请联系服务商入库或扫码添加"
    >
      {({ changed }) => (
        <>
          {open?.what === 'form' ? <PortableForm row={open.row} done={changed} close={close} /> : null}
          {open?.what === 'scan' ? <PortableScanDialog done={changed} close={close} /> : null}
          {open?.what === 'details' ? <Details row={open.row} close={close} /> : null}
          {open?.what === 'way' ? (
            <RecorderWayDrawer id={open.row.id} name={open.row.deviceNo} first={firstSpan(open.row)} close={close} />
          ) : null}
          {open?.what === 'param' ? <PortableParamDialog row={open.row} done={changed} close={close} /> : null}
          {open?.what === 'bind' ? (
            <PortableBindDialog row={{ ...open.row, name: open.row.deviceNo }} done={changed} close={close} />
          ) : null}
        </>
      )}
    </RegisterListPage>
  );
}

/** 温湿度 and 电量变化 of one that has reported: the week before, as these reports begin. */
function readingsOf({ id }: PortableRow): RowAction[] {
  const query = `recorderIds=${encodeURIComponent(JSON.stringify([id]))}`;
  return [
    { label: '温湿度', to: curveUrl(id), can: overseas },
    { label: '电量变化', to: `${href(routes.batteryChange, 'report')}?${query}` },
  ];
}

const useUnbind = () =>
  useRowAct(({ id, version }: PortableRow) => call(portableUnbind, { id, version }), {
    sure: ({ deviceNo, bindName }) => ({
      title: `确定将 ${deviceNo} 从${bindName}解绑？`,
      content: '绑定记录会保留。',
    }),
    told: ({ deviceNo }) => `${deviceNo} 已解绑`,
  });

const useSwitchTrip = () =>
  useRowAct(({ id, tripSince }: PortableRow) => call(portableTrip, { id, on: tripSince === null }), {
    told: ({ deviceNo, tripSince }) => `${deviceNo} ${tripSince === null ? '行程已开始' : '行程已结束'}`,
  });

function PortableForm({ row, done, close }: { row: PortableRow | null; done: () => void; close: () => void }) {
  return (
    <FormDrawer<PortableDetail>
      title={row ? `编辑便携设备 ${row.deviceNo}` : '新增便携设备'}
      id={row?.id}
      load={portableDetail}
      add={portableRegister.add}
      update={portableRegister.update}
      toForm={(loaded) =>
        loaded
          ? Object.fromEntries(names.map((name) => [name, loaded[name] === '' ? null : loaded[name]]))
          : { usageMode: usageModeList.own }
      }
      body={(loaded) => (
        <>
          <TextField name="deviceNo" label="设备编号" span={6} />
          <TextField name="name" label="设备名称" span={6} placeholder="如 医药箱" />
          <TextField name="terminalNo" label="终端编号" span={6} placeholder="报文头中的号码，填写后才能上报" />
          <ModelField kind="portable" id={loaded?.modelId} name={loaded?.model} />
          <TreeField name="orgId" label="所属部门" span={6} load={loadOrgs} />
          <TextField name="simNo" label="SIM卡号" span={6} />
          <EnumField name="usageMode" label="使用方式" of={usageModeList} span={6} />
          <DateField name="calibrationDate" label="校准日期" span={6} />
          <TextField name="certNo" label="校准证书号" span={6} />
          <DateField name="serviceEnd" label="服务到期" span={6} />
          <TextAreaField name="remark" label="备注" span={12} />
        </>
      )}
      done={done}
      close={close}
    />
  );
}

function Details({ row, close }: { row: PortableRow; close: () => void }) {
  return (
    <EquipmentDrawer
      title={`便携设备 ${row.deviceNo}`}
      load={portableDetail}
      id={row.id}
      close={close}
      more={(d) => (
        <>
          <TripTable id={d.id} trips={d.trips} />
          <RecorderSent id={d.id} />
        </>
      )}
      papers={(d) => [{ label: '服务', date: d.serviceEnd }]}
      facts={(d) => [
        ['设备名称', d.name],
        ['型号', d.model],
        ['状态', d.status === null ? '从未上报' : deviceStatus.label(d.status)],
        ['电量', d.battery === null ? '' : `${d.battery}%`],
        ['最后通讯', d.lastTime],
        [
          '温度',
          [d.tem1, d.tem2].flatMap((value) => (value === null ? [] : [`${formatNumber(value, 1)}℃`])).join('、'),
        ],
        ['温度范围', boundsWords(d.temLower, d.temUpper, '℃')],
        ['湿度', d.hum === null ? '' : `${formatNumber(d.hum, 1)}%RH`],
        ['湿度范围', boundsWords(d.humLower, d.humUpper, '%RH')],
        ['预计可用', d.daysLeft === null ? '' : `${formatNumber(d.daysLeft, 1)} 天`],
        ['采集时间', d.readingTime],
        ['定位时间', d.fixTime],
        ['定位方式', d.locType === null ? '' : locType.label(d.locType)],
        ['位置', d.address],
        ['上传间隔', `${intervalWords(d)} 分钟`],
        ['终端编号', d.terminalNo],
        ['绑定对象', d.bindName],
        ['校准日期', d.calibrationDate],
        ['校准证书号', d.certNo],
        ['SIM卡号', d.simNo],
        ['使用方式', usageModeList.label(d.usageMode)],
        ['所属部门', d.orgName],
        ['备注', d.remark],
      ]}
    />
  );
}
