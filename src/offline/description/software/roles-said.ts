import "server-only";
import { isAttribute } from "../../lexicon/lexicon";

/** "Roles: student, moderator.", "user roles admin + waiter": people are members or admins. */
const rolesSaid =
  /(?:(?<=^|[.;\n] ?)|[,;] ?| (?:with|and) )(?:(?:user|multi|different)[- ]?roles?|roles|user types)(?: ?[:=(] ?| (?:like |such as )?(?=[a-z]+ ?[+/]|[a-z]+(?:, [a-z]+)*,? and [a-z]+ *(?:[.;\n]|$)))([^.;:()\n]{3,80})\)?(?=[.;\n]|$)/gi;
export function withoutRoles(said: string): { text: string; roles: string[] } {
  const found: string[] = [];
  const text = said.replace(rolesSaid, (all, list: string) => {
    const roles = list.split(/[,+/&]|\band\b/i).map((role) => role.trim());
    // "roles: name, actor" of a play: the fields of a table.
    if (roles.length < 2 || roles.some((role) => isAttribute(role) || !/^[a-z]+(?:[ -][a-z]+)?$/i.test(role)))
      return all;
    found.push(list.trim());
    return "";
  });
  return { text, roles: found };
}

/** "Users can sign up and log in.": every app has accounts. */
const accounts =
  /(?<=^|[.;\n]\s*)(?:(?:the |all )?(?:users|people|visitors|members|customers|admins) (?:can|should be able to|must|need to) |(?:with |add |include )?(?:user )?)(?:(?:sign|log) ?(?:up|in|out)|register|log ?out|authentication|(?:create|have) (?:an )?accounts?)(?:(?:,| and|,? or) (?:to )?(?:(?:sign|log) ?(?:up|in|out)|register|log ?out|(?:create|have) (?:an )?accounts?))*\s*(?:[.;\n]+\s*|$)/gi;
export const withoutAccounts = (text: string): string => text.replace(accounts, "");
