import { interfaceApply, type OpenInterface } from '@tongda/contract/company/openapi/calls';
import { Form, Input, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { reportError, toast } from '../../../kit/dialog/notify';

interface Values {
  purpose?: string;
  dailyCalls?: number;
}

/** What the interface is for and how often it will be called. */
export function ApplyDialog(props: { one: Pick<OpenInterface, 'key' | 'name'>; close: () => void; done: () => void }) {
  const { one, close, done } = props;
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const submit = async (values: Values): Promise<void> => {
    const parsed = interfaceApply.input.safeParse({ key: one.key, ...values });
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues)
        form.setFields([{ name: path[0] as keyof Values, errors: [message] }]);
      return;
    }
    setBusy(true);
    try {
      await call(interfaceApply, parsed.data, { quiet: true });
      toast('success', '申请已提交，服务商审核后开通');
      close();
    } catch (error) {
      if (error instanceof ApiError && error.errors.length > 0)
        form.setFields(error.errors.map(({ field, msg }) => ({ name: field as keyof Values, errors: [msg] })));
      else reportError(error);
    } finally {
      setBusy(false);
      done();
    }
  };
  return (
    <Modal
      open
      width={480}
      title={`申请开通：${one.name}`}
      okText="提交申请"
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={close}
    >
      <Form<Values> form={form} layout="vertical" requiredMark={false} onFinish={(values) => void submit(values)}>
        <Form.Item name="purpose" label="用途">
          <Input.TextArea
            autoFocus
            autoSize={{ minRows: 3, maxRows: 6 }}
            maxLength={200}
            showCount
            placeholder="用在哪个系统，解决什么问题"
          />
        </Form.Item>
        <Form.Item name="dailyCalls" label="预计每日调用次数">
          <InputNumber min={1} max={1_000_000} precision={0} controls={false} suffix="次" style={{ width: 180 }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
