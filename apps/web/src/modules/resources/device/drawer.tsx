import {
  type DeviceDetail,
  type DeviceRow,
  deviceBindPeriod,
  deviceDetail,
  firmwareSource,
} from '@tongda/contract/resources/device/calls';
import { usageModeList } from '@tongda/contract/resources/vehicle/enums';
import { Button, Drawer, Table } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { PaperCards } from '../../../kit/detail/due-date';
import { Facts } from '../../../kit/detail/page';
import { Panel } from '../../../kit/detail/panel';
import { Can, useCan } from '../../../kit/session/can';
import { PlateLink } from '../../../kit/show/plate/link';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { AccessPanel } from './access-panel';
import { LastPackets, LiveReadings } from './live-panel';
import { type Period, PeriodDialog } from './period-dialog';
import { SettingsPanel } from './settings-panel';

/** The details of a terminal with SIM card, paid service and 绑定记录, in a drawer. */
export function DeviceDrawer({ device, done, close }: { device: DeviceRow; done: () => void; close: () => void }) {
  const [editing, setEditing] = useState<Period | 'new' | null>(null);
  const answer = useAsk(deviceDetail, { id: device.id });
  const d = answer.data;
  const changed = (): void => {
    void answer.refetch();
    done();
  };
  return (
    <Drawer open title={`终端 ${device.terminalNo}`} size={760} onClose={close}>
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {answer.isLoading ? <Loading /> : null}
      {d ? (
        <div className="td-stack">
          <PaperCards
            papers={[
              { label: '服务', date: d.serviceEnd },
              { label: `SIM卡 ${d.simNo}`.trim(), date: d.simEnd },
            ]}
          />
          <LiveReadings device={d} />
          {d.live === null ? null : <LastPackets device={d} />}
          <Basics device={d} />
          <SettingsPanel device={d} changed={changed} />
          <AccessPanel device={d} changed={changed} />
          <Panel
            flush
            title="绑定记录"
            extra={
              <Can do={deviceBindPeriod}>
                <Button size="small" icon={<Plus />} onClick={() => setEditing('new')}>
                  补录
                </Button>
              </Can>
            }
          >
            <Bindings device={d} edit={setEditing} />
          </Panel>
          <Panel flush title="服务期">
            <Table
              size="small"
              rowKey="id"
              dataSource={d.services}
              pagination={false}
              locale={{ emptyText: <Empty title="还没有服务期" text="在列表的“更多”中续期" /> }}
              columns={[
                { dataIndex: 'startDate', title: '开始', width: 110 },
                { dataIndex: 'endDate', title: '结束', width: 110 },
                { dataIndex: 'remark', title: '备注' },
                { title: '操作人', width: 90, render: (_, s) => s.operator || '系统' },
              ]}
            />
          </Panel>
        </div>
      ) : null}
      {editing ? (
        <PeriodDialog
          deviceId={device.id}
          terminalNo={device.terminalNo}
          period={editing === 'new' ? null : editing}
          done={changed}
          close={() => setEditing(null)}
        />
      ) : null}
    </Drawer>
  );
}

function Basics({ device: d }: { device: DeviceDetail }) {
  return (
    <Facts
      title="设备"
      facts={[
        ['型号', [d.manufacturer, d.model].filter(Boolean).join(' ')],
        ['协议', d.protocol],
        ['扩展数据', d.itemProfile],
        ['固件版本', d.fwVersion],
        ['固件来源', firmwareSource(d)],
        ['使用方式', usageModeList.label(d.usageMode)],
        ['所属部门', d.orgName],
        ['ICCID', d.iccid],
        ['运营商', d.simOperator],
        ['今日流量', d.dataFlow],
        ['本月流量', [d.monthFlow, d.simFlowMb === null ? '' : `套餐 ${d.simFlowMb} MB`].filter(Boolean).join(' / ')],
        ['安装日期', d.installDate],
        ['开通日期', d.activeDate],
        ['最后通讯', d.lastTime],
        ['备注', d.remark],
      ]}
    />
  );
}

function Bindings({ device, edit }: { device: DeviceDetail; edit: (period: Period) => void }) {
  const may = useCan(deviceBindPeriod);
  return (
    <Table
      size="small"
      rowKey="id"
      dataSource={device.bindings}
      pagination={false}
      locale={{ emptyText: <Empty title="还没有绑定过车辆" /> }}
      columns={[
        { title: '车牌号', width: 110, render: (_, b) => <PlateLink id={b.vehicleId} plateNo={b.plateNo} /> },
        { dataIndex: 'startTime', title: '绑定时间', width: 160 },
        {
          title: '解绑时间',
          width: 160,
          render: (_, b) =>
            b.endTime ?? (
              <span className="td-dot" data-tone="green">
                使用中
              </span>
            ),
        },
        { title: '操作人', render: (_, b) => b.operator || '系统' },
        ...(may
          ? [
              {
                key: 'edit',
                title: '操作',
                width: 60,
                render: (_: unknown, b: Period) => (
                  <button type="button" className="td-plain kit-table-word" onClick={() => edit(b)}>
                    修改
                  </button>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
