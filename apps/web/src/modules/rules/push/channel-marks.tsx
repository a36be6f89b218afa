import { pushChannel } from '@tongda/contract/rules/push/enums';
import {
  AppWindow,
  Bell,
  Bot,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquareText,
  Phone,
  Smartphone,
  Volume2,
  Webhook,
} from 'lucide-react';

const icons: Readonly<Record<number, LucideIcon>> = {
  [pushChannel.inApp]: Bell,
  [pushChannel.popup]: AppWindow,
  [pushChannel.sms]: MessageSquareText,
  [pushChannel.email]: Mail,
  [pushChannel.wecom]: Bot,
  [pushChannel.dingtalk]: Bot,
  [pushChannel.feishu]: Bot,
  [pushChannel.wechat]: MessageCircle,
  [pushChannel.webhook]: Webhook,
  [pushChannel.sound]: Volume2,
  [pushChannel.app]: Smartphone,
  [pushChannel.phone]: Phone,
};

/** A way to tell people: its sign and word. */
export function ChannelMark({ channel }: { channel: number }) {
  const Icon = icons[channel] ?? Bell;
  return (
    <span className="rules-push-channel">
      <Icon className="td-ico td-mute" aria-hidden="true" />
      {pushChannel.label(channel)}
    </span>
  );
}
