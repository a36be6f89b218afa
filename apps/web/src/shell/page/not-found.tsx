import { messages } from '@tongda/contract/core/messages';
import { areaKeys, areas } from '@tongda/contract/shell/areas';
import { builtRoutes } from '@tongda/contract/shell/built';
import { placeAt } from '@tongda/contract/shell/routes';
import { MapPinOff } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { MessagePage } from './message';

/** Unknown address: the way back leads to the sub-application that the address names. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const area = areaKeys.find((key) => pathname === areas[key].base || pathname.startsWith(`${areas[key].base}/`));
  const own = area && placeAt(areas[area].base);
  const base = own && builtRoutes.has(own.key) ? own.full : areas.community.base;
  return (
    <MessagePage
      icon={<MapPinOff />}
      title={messages['route.notfound']}
      text="地址有误，或页面已移除"
      actions={[{ label: '返回首页', run: () => void navigate(base, { replace: true }), primary: true }]}
    />
  );
}
