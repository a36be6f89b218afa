import type { serviceFee } from '@tongda/contract/base/message/calls';
import { msgCategory, msgType } from '@tongda/contract/base/system-enums';
import type { Output } from '@tongda/contract/core/endpoint';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button, Modal } from 'antd';
import { useNavigate } from 'react-router';
import { PlateLink } from '../../../kit/show/plate/link';
import './styles.css';

/** Rows that are listed; further ones are only counted. */
const shownRows = 8;

/** The terminals whose service fee ends soon or has ended. */
export function ServiceFeeDialog({ fees, close }: { fees: Output<typeof serviceFee>; close: () => void }) {
  const navigate = useNavigate();
  return (
    <Modal
      open
      width={480}
      title={msgType.label(msgType.serviceFee)}
      onCancel={close}
      footer={
        <>
          <Button
            onClick={() => {
              close();
              void navigate(href(routes.message, 'community', { categoryId: msgCategory.deviceService }));
            }}
          >
            查看消息
          </Button>
          <Button type="primary" onClick={close}>
            知道了
          </Button>
        </>
      }
    >
      <p className="base-message-text">{fees.content}</p>
      <table className="base-message-fees">
        <thead>
          <tr>
            <th>车牌号</th>
            <th>终端编号</th>
            <th>服务期至</th>
            <th>剩余</th>
          </tr>
        </thead>
        <tbody>
          {fees.list.slice(0, shownRows).map((fee) => (
            <tr key={fee.terminalNo}>
              <td>
                <PlateLink id={fee.vehicleId} plateNo={fee.plateNo} newTab />
              </td>
              <td>{fee.terminalNo}</td>
              <td>{fee.serviceEnd}</td>
              <td data-over={fee.daysLeft < 0}>
                {fee.daysLeft < 0 ? `已过期${-fee.daysLeft}天` : `${fee.daysLeft}天`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {fees.list.length > shownRows ? <p className="td-cap">还有{fees.list.length - shownRows}台</p> : null}
    </Modal>
  );
}
