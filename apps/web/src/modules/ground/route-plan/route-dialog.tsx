import { routeType } from '@tongda/contract/ground/place/enums';
import { planToRoute } from '@tongda/contract/ground/route-plan/calls';
import { Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { reportError, toast } from '../../../kit/dialog/notify';

interface Props {
  plan: { id: string; version: number; planNo: string; planName: string };
  done: () => void;
  close: () => void;
}
interface Named {
  routeCode: string;
  routeName: string;
  routeType: 1 | 2 | 3 | 4;
}

/** 转为线路: what the route is called; order, ways and stays come from the plan. */
export function RouteDialog({ plan, done, close }: Props) {
  const [form] = Form.useForm<Named>();
  const [busy, setBusy] = useState(false);
  const save = async (named: Named): Promise<void> => {
    setBusy(true);
    try {
      await call(planToRoute, { id: plan.id, version: plan.version, ...named });
      toast('success', `已转为线路“${named.routeName}”`);
      done();
      close();
    } catch (error) {
      if (error instanceof ApiError && error.errors.length > 0)
        form.setFields(error.errors.map(({ field, msg }) => ({ name: field as keyof Named, errors: [msg] })));
      else reportError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`转为线路 ${plan.planNo}`}
      okText="转为线路"
      cancelText="取消"
      width={440}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={close}
    >
      <p className="td-cap">途经点、里程、用时、电子线路和发车时刻带入线路；一个规划只能转换一次。</p>
      <Form<Named>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ routeCode: plan.planNo, routeName: plan.planName, routeType: routeType.city }}
        onFinish={(named) => void save(named)}
      >
        <Form.Item name="routeCode" label="线路编码" rules={[{ required: true, message: '请输入线路编码' }]}>
          <Input maxLength={20} />
        </Form.Item>
        <Form.Item name="routeName" label="线路名称" rules={[{ required: true, message: '请输入线路名称' }]}>
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item name="routeType" label="类型">
          <Select options={routeType.options.map(({ code, name }) => ({ value: code, label: name }))} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
