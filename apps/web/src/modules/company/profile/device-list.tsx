import {
  endLoginDevice,
  endOtherDevices,
  type LoginDevice,
  loginDevices,
  loginRecords,
} from '@tongda/contract/base/identity/account';
import { Button } from 'antd';
import { MonitorSmartphone, Smartphone, Tv } from 'lucide-react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { Panel } from '../../../kit/detail/panel';
import { shortTime } from '../../../kit/show/format';
import { ErrorState } from '../../../kit/show/states';

const icons: Record<string, typeof Tv> = { tv: Tv, h5: Smartphone };
const kinds: Record<string, string> = { web: '电脑', h5: '手机', tv: '大屏' };

/** Where the user is logged in now; each but this one can be ended. */
export function DeviceList() {
  const devices = useAsk(loginDevices, undefined);
  const end = useAct(async (device: LoginDevice) => call(endLoginDevice, { id: device.id }), {
    sure: ({ device }) => ({
      title: `让“${device}”下线？`,
      content: '该设备须重新登录才能继续使用。',
      ok: '下线',
      danger: true,
    }),
    told: '设备已下线',
    stale: [loginDevices],
  });
  const endOthers = useAct(endOtherDevices, {
    sure: {
      title: '让其他设备全部下线？',
      content: '除本设备外，该账号的电脑、手机和大屏都须重新登录。',
      ok: '全部下线',
      danger: true,
    },
    told: ({ count }) => `已下线${count}台设备`,
    stale: [loginDevices],
  });
  return (
    <Panel
      title="登录设备"
      extra={
        devices.data ? (
          <>
            {devices.data.length}台
            {devices.data.length > 1 ? (
              <Button type="link" size="small" loading={endOthers.busy} onClick={() => void endOthers.run()}>
                下线其他设备
              </Button>
            ) : null}
          </>
        ) : null
      }
      flush
    >
      {devices.error ? <ErrorState error={devices.error} retry={() => void devices.refetch()} /> : null}
      <ul className="company-profile-devices">
        {devices.data?.map((device) => {
          const Icon = icons[device.kind] ?? MonitorSmartphone;
          return (
            <li key={device.id}>
              <Icon className="td-ico" />
              <div>
                <b>
                  {device.device}
                  {device.current ? <em>当前设备</em> : null}
                </b>
                <small>
                  {kinds[device.kind] ?? device.kind} · {device.ip} · {shortTime(device.createdTime)} 登录，最近活动{' '}
                  {shortTime(device.lastTime)}
                </small>
              </div>
              {device.current ? null : (
                <Button onClick={() => void end.run(device)} aria-label={`下线：${device.device}`}>
                  下线
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

const shownRecords = 12;

/** What happened to the account lately. */
export function RecordList() {
  const records = useAsk(loginRecords, undefined);
  return (
    <Panel title="账号动态" extra={`最近${shownRecords}条`} flush>
      {records.error ? <ErrorState error={records.error} retry={() => void records.refetch()} /> : null}
      <ul className="company-profile-records">
        {records.data?.slice(0, shownRecords).map((record) => (
          <li key={record.id}>
            <time title={record.time}>{shortTime(record.time)}</time>
            <span>{record.eventName}</span>
            <small title={`${record.device} ${record.ip}`}>
              {record.device} {record.ip}
            </small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
