// The six operations that write, as the interface documents name them: spelled here, and not taken from the sources.

export const WRITES = [
  'add-user',
  'delete-user',
  'addOrUpdateCampaignRecord',
  'changeCampaignRecordStatus',
  'transferCampaignRecord',
  'deleteRecordFromCampaign',
] as const;

export const isWriteName = (operation: string): boolean => (WRITES as readonly string[]).includes(operation);
