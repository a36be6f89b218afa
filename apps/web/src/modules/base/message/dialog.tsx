import { categoryName, type MessageRow } from '@tongda/contract/base/message/calls';
import { Button, Modal } from 'antd';
import { useNavigate } from 'react-router';
import { useSession } from '../../../kit/session/user';
import { targetOf } from './target';
import './styles.css';

/** One message in full, with the way to what it is about. */
export function MessageDialog({ message, close }: { message: MessageRow; close: () => void }) {
  const tree = useSession((state) => state.tree);
  const navigate = useNavigate();
  const target = targetOf(message, tree);
  const go = (): void => {
    close();
    if (target) void navigate(target);
  };
  return (
    <Modal
      open
      width={520}
      title={message.title}
      onCancel={close}
      footer={
        target ? (
          <>
            <Button onClick={close}>关闭</Button>
            <Button type="primary" onClick={go}>
              去处理
            </Button>
          </>
        ) : (
          <Button type="primary" onClick={close}>
            知道了
          </Button>
        )
      }
    >
      <p className="td-cap base-message-meta">
        {[categoryName(message.category), message.typeName, message.objName, message.createTime]
          .filter(Boolean)
          .join('　')}
      </p>
      <p className="base-message-text">{message.content}</p>
    </Modal>
  );
}
