import type { Output } from '@tongda/contract/core/endpoint';
import type { DriverDetail } from '@tongda/contract/resources/driver/calls';
import { driverInvite } from '@tongda/contract/resources/driver/figures';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { Can } from '../../../kit/session/can';
import { copyText } from '../../../kit/show/copy';
import { Qr } from '../../../kit/show/qr/code';
import './styles.css';

type Invited = Output<typeof driverInvite>;
const phonePage = (): string => `${window.location.origin}${href(routes.driverHome, 'transport')}`;

/** 发送APP邀请: shows the driver's account, and the address of the phone page as a QR code and as a text to send. */
export function InviteButton({ driver, changed }: { driver: DriverDetail; changed: () => void }) {
  const [invited, setInvited] = useState<Invited | null>(null);
  const invite = useAct(driverInvite, {
    sure: ({ reset }) =>
      reset ? { title: `为 ${driver.name} 重置密码？`, content: '原密码立即失效，手机上须重新登录。' } : null,
    done: (made) => {
      setInvited(made);
      changed();
    },
  });
  const { busy } = invite;
  const words = invited
    ? [
        `${driver.name}，请用手机打开 ${phonePage()} 登录司机端，接单、发车、签收都在这里。`,
        `账号：${invited.accountCode}（也可用手机号登录）`,
        ...(invited.password ? [`初始密码：${invited.password}，首次登录须修改`] : []),
      ].join('\n')
    : '';
  return (
    <Can do={driverInvite}>
      <Button size="small" loading={busy && !invited} onClick={() => void invite.run({ id: driver.id, reset: false })}>
        发送APP邀请
      </Button>{' '}
      {invited ? (
        <Modal
          open
          width={460}
          title={`邀请 ${driver.name} 使用司机端`}
          onCancel={() => setInvited(null)}
          footer={
            <>
              {invited.password === null ? (
                <Button loading={busy} onClick={() => void invite.run({ id: driver.id, reset: true })}>
                  重置密码
                </Button>
              ) : null}
              <Button type="primary" onClick={() => void copyText(words)}>
                复制邀请内容
              </Button>
            </>
          }
        >
          <div className="resources-driver-invite">
            <Qr value={phonePage()} size={168} edge />
            <div>
              <p className="td-cap">司机用手机扫码打开司机端，用下面的账号登录。</p>
              <p>
                账号 <b>{invited.accountCode}</b>
              </p>
              {invited.password ? (
                <>
                  <p>
                    初始密码 <b>{invited.password}</b>
                  </p>
                  <p className="td-cap">密码只显示这一次，首次登录须修改。</p>
                </>
              ) : (
                <p className="td-cap">账号已开通，密码不变；忘记密码时可在这里重置。</p>
              )}
            </div>
          </div>
        </Modal>
      ) : null}
    </Can>
  );
}
