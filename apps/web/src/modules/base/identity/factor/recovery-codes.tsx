import { Button, Modal } from 'antd';
import { useState } from 'react';
import { copyText } from '../../../../kit/show/copy';
import './styles.css';

/** The recovery codes, the only time that anybody sees them. */
export function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const [kept, setKept] = useState(false);
  return (
    <Modal
      open
      title="恢复码"
      width={440}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <>
          <Button
            onClick={() => {
              setKept(true);
              void copyText(codes.join('\n'));
            }}
          >
            复制
          </Button>
          <Button type="primary" onClick={close}>
            {kept ? '完成' : '我已抄好'}
          </Button>
        </>
      }
    >
      <p className="base-identity-password-note">
        手机丢失时，每个恢复码可代替一次动态验证码。恢复码只显示这一次，请抄下或打印，与手机分开保管。
      </p>
      <ul className="base-identity-factor-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
