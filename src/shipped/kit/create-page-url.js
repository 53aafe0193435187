/** "Contacts" → "/Contacts"; a query goes along: "Contacts?id=1". */
export function createPageUrl(page) {
  return `/${page.replace(/^\//, "")}`;
}
