import { interfaceApply, type OpenInterface } from '@tongda/contract/company/openapi/calls';
import { Form, Input, InputNumber, Select } from 'antd';
import { FormDialog } from '../../../kit/dialog/form';

interface Values {
  appId?: string;
  purpose?: string;
  dailyCalls?: number;
}

const { purpose: purposeRule } = interfaceApply.input.shape;
const { minLength: fewest, maxLength: most } = purposeRule;

/** Says how long it must be as soon as something too short stands there, and not only when it is sent. */
async function longEnough(_: unknown, value: string | undefined): Promise<void> {
  const checked = purposeRule.safeParse(value);
  if (!checked.success) throw new Error(checked.error.issues[0]?.message);
}

/** 申请开通: asks what the interface is for and how often it will be called. */
export function ApplyDialog(props: {
  one: Pick<OpenInterface, 'key' | 'name'>;
  /** programs that it is not open for yet */
  apps: ReadonlyArray<{ id: string; name: string }>;
  close: () => void;
  done: () => void;
}) {
  const { one, apps, close, done } = props;
  const [form] = Form.useForm<Values>();
  return (
    <FormDialog
      endpoint={interfaceApply}
      form={form}
      input={({ appId = '', purpose = '', dailyCalls = 0 }) => ({ key: one.key, appId, purpose, dailyCalls })}
      initial={apps.length === 1 ? { appId: apps[0]?.id } : {}}
      check
      told="申请已提交，服务商审核后开通"
      ended={done}
      close={close}
      width={480}
      title={`申请开通：${one.name}`}
      okText="提交申请"
    >
      <Form.Item name="appId" label="对接应用" rules={[{ required: true, message: '请选择对接应用' }]}>
        <Select placeholder="请选择" options={apps.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
      <Form.Item name="purpose" label={`用途（${fewest}~${most}个字）`} required rules={[{ validator: longEnough }]}>
        <Input.TextArea
          autoFocus
          autoSize={{ minRows: 3, maxRows: 6 }}
          maxLength={most ?? undefined}
          showCount
          placeholder="用在哪个系统，解决什么问题"
        />
      </Form.Item>
      <Form.Item
        name="dailyCalls"
        label="预计每日调用次数"
        rules={[{ required: true, message: '请填写预计每日调用次数' }]}
      >
        <InputNumber min={1} max={1_000_000} precision={0} controls={false} suffix="次" style={{ width: 180 }} />
      </Form.Item>
    </FormDialog>
  );
}
