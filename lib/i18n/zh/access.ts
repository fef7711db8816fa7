import type { access as en } from '../en/access';
import type { Translation } from '../merge';

export const access: Translation<typeof en> = {
  signIn: {
    title: '登录 Lockscope',
    to: '随后前往',
    name: '用户名',
    password: '密码',
    send: '登录',
    sending: '正在登录…',
    byProxy: '此控制台由代理负责登录，但代理没有说明您是谁。',
    ends: '{minutes} 分钟内没有请求，会话即结束；最长 {hours} 小时。',
    wrong: '用户名或密码错误。{count, plural, =0 {一刻钟内不能再试。} other {还可以试 # 次。}}',
    throttled: '尝试次数过多，请在 {wait} 后再试。',
    failed: '无法登录：{message}',
  },
  signOut: '退出登录',
  as: '已登录：{name}',
  via: {
    machine: '在本机',
    password: '使用密码',
    proxy: '通过代理',
    token: '使用令牌',
  },
  denied: {
    view: '您无权查看。',
    preview: '您无权预演此操作。',
    extend: '您可以查看，但无权延长。',
    release: '您可以查看，但无权释放。',
    quarantine: '您可以查看，但无权隔离。',
    bulk: '您可以逐个释放锁，但不能一次释放多个。',
    xray: '您无权观察其他客户端的命令。',
    annotate: '您无权在图表上做标记。',
    silence: '您无权静默发现项。',
    audit: '您无权查看审计。',
    metrics: '您无权读取指标。',
    peer: '您不是另一个控制台。',
    admin: '您无权管理此控制台。',
  },
  roles: {
    are: '您在此的角色：{roles}。',
    none: '您在此没有角色。',
  },
  grantedBy: '权限由 {who} 授予。',
  grantedUnknown: '权限由控制台的配置授予。',
  runbook: '操作手册：{url}',
};
