import { useState } from "react";
import { Ellipsis } from "lucide-react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";

/**
 * What can be done with a row. The menu is made when it is first opened: one for each row would make long lists slow.
 * @param {{ name: string, onEdit: (() => void) | false, onDelete: (() => void) | false }} props
 */
export function RowMenu({ name, onEdit, onDelete }) {
  const [isOpen, setIsOpen] = useState(/** @type {boolean | undefined} */ (undefined));
  if (!onEdit && !onDelete) return null;
  /** @param {React.ComponentProps<"button">} props */
  const button = (props) => (
    <Button variant="ghost" size="icon" className="size-8" aria-label={`Actions for ${name}`} {...props}>
      <Ellipsis />
    </Button>
  );
  /** @param {React.MouseEvent} event */
  const open = (event) => {
    event.stopPropagation();
    setIsOpen(true);
  };
  if (isOpen === undefined) return button({ "aria-haspopup": "menu", "aria-expanded": false, onClick: open });
  return (
    <DropdownMenu open={isOpen} onOpenChange={setIsOpen}>
      <DropdownMenuTrigger asChild>{button({ onClick: (event) => event.stopPropagation() })}</DropdownMenuTrigger>
      <DropdownMenuContent align="end" onClick={(event) => event.stopPropagation()}>
        {onEdit && <DropdownMenuItem onClick={onEdit}>Edit</DropdownMenuItem>}
        {onDelete && (
          <DropdownMenuItem onClick={onDelete} className="text-destructive">
            Delete
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
