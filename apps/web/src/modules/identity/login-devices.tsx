import { useQuery, useQueryClient } from '@tanstack/react-query';
import { endLoginDevice, type LoginDevice, loginDevices, loginRecords } from '@tongda/contract/identity/account';
import { Button, Table, Tag } from 'antd';
import { Monitor, Smartphone, Tv } from 'lucide-react';
import { call } from '../../kit/api';
import { confirm, reportError, toast } from '../../kit/notify';
import { ErrorState, Loading } from '../../kit/states';
import './login-devices.css';

const kinds: Record<string, { name: string; icon: typeof Monitor }> = {
  web: { name: '电脑', icon: Monitor },
  h5: { name: '手机', icon: Smartphone },
  tv: { name: '大屏', icon: Tv },
};

/** 登录设备: where the user is logged in now; each of them can be ended from here. */
export function LoginDevices() {
  const client = useQueryClient();
  const key = [loginDevices.path];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(loginDevices, undefined, { quiet: true }),
  });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const end = async ({ id, device }: LoginDevice): Promise<void> => {
    if (
      !(await confirm({ title: `下线“${device}”？`, content: '该设备需要重新登录才能使用', ok: '下线', danger: true }))
    )
      return;
    try {
      await call(endLoginDevice, { id });
      toast('success', '已下线');
      await client.invalidateQueries({ queryKey: key });
    } catch (failure) {
      reportError(failure);
    }
  };
  return (
    <ul className="td-devices">
      {data.map((one) => {
        const { name, icon: Icon } = kinds[one.kind] ?? { name: '其他', icon: Monitor };
        return (
          <li key={one.id}>
            <Icon className="td-devices-icon" />
            <div>
              <b>
                {name} · {one.device}
              </b>
              {one.current ? <Tag color="blue">本机</Tag> : null}
              <span className="td-cap">
                {one.ip}，{one.createdTime} 登录，最近使用 {one.lastTime}
              </span>
            </div>
            {one.current ? null : (
              <Button size="small" onClick={() => void end(one)}>
                下线
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** 登录记录: what happened to the account lately, visits and acting of others included. */
export function LoginRecords() {
  const { data, error, refetch } = useQuery({
    queryKey: [loginRecords.path],
    queryFn: () => call(loginRecords, undefined, { quiet: true }),
  });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return (
    <Table
      size="small"
      rowKey="id"
      loading={!data}
      dataSource={data ?? []}
      pagination={{ pageSize: 10, size: 'small', showSizeChanger: false }}
      columns={[
        { title: '时间', dataIndex: 'time', width: 160 },
        { title: '事件', dataIndex: 'eventName' },
        { title: '设备', dataIndex: 'device', width: 160 },
        { title: '网络地址', dataIndex: 'ip', width: 140 },
      ]}
    />
  );
}
