import { addInformation, feedbackKind, feedbackLimits } from '@tongda/contract/base/feedback/calls';
import { Form, Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { call } from '../../kit/call/api';
import { ApiError } from '../../kit/call/api-error';
import { confirm, reportError, toast } from '../../kit/dialog/notify';

const kinds = feedbackKind.options.filter(({ code }) => code !== feedbackKind.contact);

interface Draft {
  type: (typeof kinds)[number]['code'];
  content?: string;
  phone?: string;
}

/** 我要反馈: what one wishes or what does not work; name, company and page go along. */
export function FeedbackDialog({ close }: { close: () => void }) {
  const [form] = Form.useForm<Draft>();
  const [busy, setBusy] = useState(false);
  const fail = (found: ReadonlyArray<{ field: string; msg: string }>): void =>
    form.setFields(
      found.flatMap(({ field, msg }) =>
        field === 'content' || field === 'phone' ? [{ name: field, errors: [msg] }] : [],
      ),
    );
  const send = async (): Promise<void> => {
    const parsed = addInformation.input.safeParse({ ...form.getFieldsValue(), page: location.pathname });
    if (!parsed.success)
      return fail(parsed.error.issues.map(({ path, message }) => ({ field: String(path[0]), msg: message })));
    setBusy(true);
    try {
      await call(addInformation, parsed.data, { quiet: true, asUser: true });
      toast('success', '反馈已提交，感谢您的意见');
      close();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.errors.length > 0) fail(error.errors);
      else reportError(error);
    }
  };
  const leave = async (): Promise<void> => {
    if (form.getFieldValue('content') && !(await confirm({ title: '当前内容未提交，确定离开？', ok: '离开' }))) return;
    close();
  };
  return (
    <Modal
      open
      title="我要反馈"
      width={480}
      okText="提交"
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => void send()}
      onCancel={() => void leave()}
    >
      <Form<Draft>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ type: feedbackKind.suggestion }}
        onValuesChange={(changed: Partial<Draft>) =>
          form.setFields((Object.keys(changed) as Array<keyof Draft>).map((name) => ({ name, errors: [] })))
        }
      >
        <Form.Item name="type" label="类型">
          <Radio.Group options={kinds.map(({ code, name }) => ({ value: code, label: name }))} />
        </Form.Item>
        <Form.Item name="content" label="内容">
          <Input.TextArea
            autoFocus
            rows={5}
            maxLength={feedbackLimits.content}
            showCount
            placeholder="请写明在哪个页面、做了什么、希望怎样"
          />
        </Form.Item>
        <Form.Item name="phone" label="联系电话" extra="不填则使用您绑定的手机号">
          <Input maxLength={11} inputMode="numeric" style={{ width: 200 }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
