import { addInformation, feedbackKind, feedbackLimits } from '@tongda/contract/base/feedback/calls';
import { Form, Input, Radio } from 'antd';
import { FormDialog } from '../../kit/dialog/form';

const kinds = feedbackKind.options.filter(({ code }) => code !== feedbackKind.contact);

interface Draft {
  type: (typeof kinds)[number]['code'];
  content?: string;
  phone?: string;
}

/** 我要反馈: what one wishes or what does not work; name, company and page go along. */
export function FeedbackDialog({ close }: { close: () => void }) {
  const [form] = Form.useForm<Draft>();
  return (
    <FormDialog
      endpoint={addInformation}
      form={form}
      initial={{ type: feedbackKind.suggestion }}
      input={({ type, content = '', phone }) => ({ type, content, phone, page: location.pathname })}
      check
      how={{ asUser: true }}
      told="反馈已提交，感谢您的意见"
      close={close}
      title="我要反馈"
      width={480}
      okText="提交"
      mask={{ closable: false }}
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
    </FormDialog>
  );
}
