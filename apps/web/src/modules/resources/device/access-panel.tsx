import { deviceRelease, deviceSetCode, deviceSetPolicy } from '@tongda/contract/resources/device/access';
import type { DeviceDetail } from '@tongda/contract/resources/device/calls';
import {
  accessOutcome,
  type DeviceAccess,
  deviceAccess,
  deviceAlertKind,
  terminalPolicy,
} from '@tongda/contract/resources/device/enums';
import { Button, Table } from 'antd';
import { useState } from 'react';
import { Facts } from '../../../kit/detail/page';
import { Panel } from '../../../kit/detail/panel';
import { Can } from '../../../kit/session/can';
import { Empty } from '../../../kit/show/states';
import { CodeDialog, PolicyDialog, useReleaseOne } from './access-acts';
import './styles.css';

const tones: Readonly<Record<DeviceAccess, string | undefined>> = {
  [deviceAccess.unregistered]: undefined,
  [deviceAccess.registered]: 'green',
  [deviceAccess.waiting]: 'amber',
  [deviceAccess.released]: 'blue',
  [deviceAccess.codeRefused]: 'red',
};

/** Where a terminal stands with its registration. */
export function AccessMark({ state }: { state: DeviceAccess }) {
  return (
    <span className="td-dot" data-tone={tones[state]}>
      {deviceAccess.label(state)}
    </span>
  );
}

/** How a terminal is let in, where it was, and what staff ought to look at, with the steps that people take. */
export function AccessPanel({ device, changed }: { device: DeviceDetail; changed: () => void }) {
  const { accessDetail: a, id, terminalNo } = device;
  const [open, setOpen] = useState<'code' | 'policy' | null>(null);
  const shut = (): void => setOpen(null);
  const release = useReleaseOne();
  return (
    <>
      <Facts
        title="接入"
        facts={[
          ['接入状态', <AccessMark key="state" state={a.state} />],
          ['注册方式', `${terminalPolicy.label(a.policy)}${a.ownPolicy === null ? '（跟随企业）' : '（单独设置）'}`],
          ['鉴权码生效', a.registeredTime],
          ['放行至', a.releasedUntil],
          ['最后接入', a.acceptedTime],
          ['接入地址', a.acceptedFrom],
          ['最后尝试', a.triedTime],
          ['尝试地址', a.triedFrom],
          ['尝试结果', a.outcome === null ? null : accessOutcome.label(a.outcome)],
        ]}
      />
      <div className="resources-device-access">
        {a.state === deviceAccess.unregistered ? null : (
          <Can do={deviceRelease}>
            <Button
              size="small"
              type={a.state === deviceAccess.waiting ? 'primary' : 'default'}
              onClick={() => void release({ id, terminalNo }, changed)}
            >
              放行重新注册
            </Button>
          </Can>
        )}
        <Can do={deviceSetCode}>
          <Button size="small" onClick={() => setOpen('code')}>
            设置鉴权码
          </Button>
        </Can>
        <Can do={deviceSetPolicy}>
          <Button size="small" onClick={() => setOpen('policy')}>
            注册方式
          </Button>
        </Can>
      </div>
      {a.alerts.length > 0 ? (
        <Panel flush title="接入提醒">
          <Table
            size="small"
            rowKey="id"
            dataSource={a.alerts}
            pagination={false}
            columns={[
              { title: '提醒', width: 110, render: (_, one) => deviceAlertKind.label(one.kind) },
              { title: '此前地址', width: 165, render: (_, one) => one.beforeAddress || '--' },
              { dataIndex: 'address', title: '本次地址', width: 165 },
              { title: '时间', render: (_, one) => `${one.lastTime}${one.times > 1 ? `（${one.times}次）` : ''}` },
            ]}
          />
        </Panel>
      ) : null}
      <Panel flush title="接入过的网络">
        <Table
          size="small"
          rowKey="network"
          dataSource={a.networks}
          pagination={false}
          locale={{ emptyText: <Empty title="还没有接入过" /> }}
          columns={[
            { dataIndex: 'network', title: '网络', width: 150 },
            { dataIndex: 'address', title: '最近地址', width: 150 },
            { dataIndex: 'firstTime', title: '首次', width: 160 },
            { dataIndex: 'lastTime', title: '最近' },
          ]}
        />
      </Panel>
      {open === 'code' ? <CodeDialog id={id} terminalNo={terminalNo} done={changed} close={shut} /> : null}
      {open === 'policy' ? (
        <PolicyDialog ids={[id]} name={`终端 ${terminalNo}`} now={a.ownPolicy} done={changed} close={shut} />
      ) : null}
    </>
  );
}
