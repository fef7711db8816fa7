/** Where the settings of a target are from. `file` = its name without its folder, `key` = the target in it, such as `targets[0]`. */
export type SettingsSource =
  | { is: 'file'; file: string; key: string }
  | { is: 'variables' }
  | { is: 'form' }
  | { is: 'sample' };
