import { Button, Popover, Tooltip } from 'antd';
import { Copy, Eye } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../kit/session/user';
import { copyText } from '../../kit/show/copy';
import { uncoverCode, useShellPrefs } from '../tab/prefs';

/** The company's identification code, for organisation managers only: under a cover until somebody says that he knows what it is. */
export function SharedCode() {
  const code = useSession((state) => state.user?.clientSharedCode);
  const uncovered = useShellPrefs((state) => state.codeUncovered);
  const loaded = useShellPrefs((state) => state.loaded);
  const [open, setOpen] = useState(false);
  if (!code) return null;
  const copy = (
    <Tooltip title="复制识别码">
      <Button type="text" aria-label="复制识别码" icon={<Copy />} onClick={() => void copyText(code)} />
    </Tooltip>
  );
  if (uncovered) {
    return (
      <div className="shell-frame-code">
        <span className="td-cap">识别码</span>
        <b>{code}</b>
        {copy}
      </div>
    );
  }
  const known = (
    <div className="shell-frame-code-card">
      <div className="shell-frame-code">
        <b>{code}</b>
        {copy}
      </div>
      <p>其他企业凭识别码向贵公司共享设备，请只告知信任的企业。</p>
      <Button
        type="primary"
        onClick={() => {
          setOpen(false);
          uncoverCode();
        }}
      >
        知道了
      </Button>
    </div>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} trigger="click" placement="bottom" title="企业识别码" content={known}>
      <button type="button" className="td-plain shell-frame-code" disabled={!loaded} aria-label="识别码，点击查看">
        <span className="td-cap">识别码</span>
        <span className="shell-frame-mosaic" aria-hidden="true" />
        <span className="shell-frame-code-look">
          <Eye className="td-ico" />
          点击查看
        </span>
      </button>
    </Popover>
  );
}
