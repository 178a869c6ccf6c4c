// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A wallet that is a contract: what it pays is an internal call, which no transaction names as its recipient. Anyone may
/// use it.
contract SmartWallet {
    receive() external payable {}

    function execute(address to, uint256 value, bytes calldata data) external payable {
        (bool success, bytes memory reason) = to.call{value: value}(data);
        if (!success) assembly { revert(add(reason, 32), mload(reason)) }
    }

    /// Pays, then reverts: the transaction names the address, and nothing arrives.
    function payAndRevert(address to) external payable {
        payable(to).transfer(msg.value);
        revert("changed my mind");
    }
}
