import { Button, Input, Modal } from 'antd';
import { Copy } from 'lucide-react';
import { copyText } from '../../../kit/show/copy';

interface Shown {
  appKey: string;
  secret: string;
}

/** The secret of a program, told this one time. */
export function SecretDialog({ of, note, close }: { of: Shown; note: string; close: () => void }) {
  return (
    <Modal
      open
      title="请立即保存密钥"
      width={520}
      mask={{ closable: false }}
      closable={false}
      keyboard={false}
      footer={
        <Button type="primary" onClick={close}>
          已保存，关闭
        </Button>
      }
    >
      <p className="company-openapi-note">密钥只显示这一次，平台不再提供；遗失后只能更换。{note}</p>
      <Line name="AppKey" text={of.appKey} />
      <Line name="密钥" text={of.secret} />
    </Modal>
  );
}

const Line = ({ name, text }: { name: string; text: string }) => (
  <div className="company-openapi-secret">
    <span>{name}</span>
    <Input readOnly aria-label={name} value={text} />
    <Button icon={<Copy />} aria-label={`复制${name}`} onClick={() => void copyText(text)} />
  </div>
);
