/** Figures of §9 of the specification that the legal pages state; retention is what the deletion job keeps to. */
export const legalFigures = {
  deposit: '50%',
  paymentDays: 30,
  refundDays: 14,
  maintenanceNoticeHours: 48,
  responseHours: 1,
  uptime: '99.9%',
  accuracy: '90-95%',
  projectDataMonths: 12,
  communicationMonths: 24,
  inactiveYears: 3,
  eventDays: 90,
  privacyReplyHours: 48,
} as const
