import type { Input } from '@tongda/contract/core/endpoint';
import { useStatus } from '@tongda/contract/ground/place/enums';
import { routeUpdate } from '@tongda/contract/ground/transport-route/calls';
import { storeBatchModify, storeRadius } from '@tongda/contract/resources/store/calls';
import { Form, InputNumber, Modal, Select, Space } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { RemoteSelect } from '../../../kit/form/input/remote-select';
import { TimeWindows } from '../../../kit/form/input/time-windows';
import type { useBatch } from '../../../kit/list/batch-run';
import { Can } from '../../../kit/session/can';
import { searchRoutes } from './options';

interface BatchDialogProps {
  ids: string[];
  nameOf: (id: string) => string;
  run: ReturnType<typeof useBatch>['start'];
  done: () => void;
  close: () => void;
}
type Wish = Omit<Input<typeof storeBatchModify>, 'ids'>;
type RouteWish = NonNullable<Wish['route']>;

/** 批量修改 of stores; blank fields stay as they are. */
export function BatchDialog({ ids, nameOf, run, done, close }: BatchDialogProps) {
  const [wish, setWish] = useState<Wish>({});
  const put = (more: Wish): void => setWish((old) => ({ ...old, ...more }));
  const chosen = Object.values(wish).some((value) => value !== undefined);
  const start = (): void => {
    close();
    void run({
      title: `批量修改 ${ids.length} 个门店`,
      ids,
      nameOf,
      done,
      step: (part) => call(storeBatchModify, { ids: part, ...wish }),
    });
  };
  return (
    <Modal
      open
      title={`批量修改 ${ids.length} 个门店`}
      width={560}
      okText="开始修改"
      cancelText="取消"
      okButtonProps={{ disabled: !chosen }}
      onOk={start}
      onCancel={close}
    >
      <p className="td-cap">不填的项目保持不变。</p>
      <Form layout="vertical">
        <Form.Item label="围栏半径（只改圆形围栏）">
          <InputNumber
            aria-label="围栏半径"
            suffix="m"
            controls={false}
            precision={0}
            min={storeRadius.min}
            max={storeRadius.max}
            placeholder="不修改"
            value={wish.radiusM}
            onChange={(radiusM) => put({ radiusM: radiusM ?? undefined })}
          />
        </Form.Item>
        <Form.Item label="卸货时长">
          <InputNumber
            aria-label="卸货时长"
            suffix="分钟"
            controls={false}
            precision={0}
            min={5}
            max={240}
            placeholder="不修改"
            value={wish.unloadMinutes}
            onChange={(unloadMinutes) => put({ unloadMinutes: unloadMinutes ?? undefined })}
          />
        </Form.Item>
        <Form.Item label="收货时间窗（替换原有的）">
          <TimeWindows
            value={wish.timeWindows ?? []}
            onChange={(timeWindows) => put({ timeWindows: timeWindows.length > 0 ? timeWindows : undefined })}
          />
        </Form.Item>
        <Can do={routeUpdate}>
          <RouteItem value={wish.route} onChange={(route) => put({ route })} />
        </Can>
        <Form.Item label="状态">
          <Select
            allowClear
            placeholder="不修改"
            value={wish.status}
            onChange={(status: Wish['status']) => put({ status })}
            options={useStatus.options.map(({ code, name }) => ({ value: code, label: name }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** The choice of a route that the stores join or leave. */
function RouteItem({
  value,
  onChange,
}: {
  value: RouteWish | undefined;
  onChange: (wish: RouteWish | undefined) => void;
}) {
  const [step, setStep] = useState<RouteWish['step']>('join');
  return (
    <Form.Item
      label="所属线路"
      help={value?.step === 'join' ? '加在绕行最少的位置，里程和用时按估算，可在线路管理中调整' : undefined}
    >
      <Space.Compact block>
        <Select
          aria-label="线路的改法"
          style={{ width: 110 }}
          value={step}
          onChange={(to: RouteWish['step']) => {
            setStep(to);
            if (value) onChange({ ...value, step: to });
          }}
          options={[
            { value: 'join', label: '加入线路' },
            { value: 'leave', label: '移出线路' },
          ]}
        />
        <RemoteSelect
          label="线路"
          search={searchRoutes}
          placeholder="不修改"
          value={value?.id}
          onChange={(id) => onChange(id ? { id, step } : undefined)}
        />
      </Space.Compact>
    </Form.Item>
  );
}
