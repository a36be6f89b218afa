import { routeType } from '@tongda/contract/ground/place/enums';
import { planDetail, planToRoute } from '@tongda/contract/ground/route-plan/calls';
import { Form, Input, Select } from 'antd';
import { newestOf } from '../../../kit/call/use-act';
import { FormDialog } from '../../../kit/dialog/form';

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
  return (
    <FormDialog
      endpoint={planToRoute}
      form={form}
      initial={{ routeCode: plan.planNo, routeName: plan.planName, routeType: routeType.city }}
      input={(named) => ({ id: plan.id, version: plan.version, ...named })}
      fresh={newestOf(planDetail, { id: plan.id })}
      told={(_, { routeName }) => `已转为线路“${routeName}”`}
      done={done}
      close={close}
      title={`转为线路 ${plan.planNo}`}
      okText="转为线路"
      width={440}
    >
      <p className="td-cap">途经点、里程、用时、电子线路和发车时刻带入线路；一个规划只能转换一次。</p>
      <Form.Item name="routeCode" label="线路编码" rules={[{ required: true, message: '请输入线路编码' }]}>
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item name="routeName" label="线路名称" rules={[{ required: true, message: '请输入线路名称' }]}>
        <Input maxLength={30} />
      </Form.Item>
      <Form.Item name="routeType" label="类型">
        <Select options={routeType.options.map(({ code, name }) => ({ value: code, label: name }))} />
      </Form.Item>
    </FormDialog>
  );
}
